//! Compares every operator of the registry with tract's operator of the same name, if tract has such an operator.
//! The test compares types, shapes and values of the outputs.

use std::collections::BTreeSet;

use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::type_proto;
use tract_onnx::pb::{
    AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto, TensorProto, TypeProto, ValueInfoProto,
};

use super::*;

#[derive(Clone, Debug)]
struct Case {
    node: NodeProto,
    opset: i64,
    inputs: Vec<Input>,
    /// Accepted difference from the values of tract's operator.
    distance: Approximation,
}

#[derive(Clone, Debug)]
enum Input {
    /// A tensor that is known only at run time.
    Given(Tensor),
    /// A constant that is known when the file is read.
    Constant(Tensor),
    Missing,
}
use Input::{Constant, Given, Missing};

fn case(operator: &str, opset: i64, inputs: Vec<Input>) -> Case {
    let names = inputs.iter().enumerate().map(|(slot, input)| match input {
        Missing => String::new(),
        _ => format!("input{slot}"),
    });
    Case {
        node: NodeProto {
            op_type: operator.into(),
            name: "node".into(),
            input: names.collect(),
            output: vec!["output0".into()],
            ..NodeProto::default()
        },
        opset,
        inputs,
        distance: Approximation::Close,
    }
}

impl Case {
    fn attribute(mut self, name: &str, r#type: AttributeType, fill: impl Fn(&mut AttributeProto)) -> Case {
        let mut attribute = AttributeProto {
            name: name.into(),
            r#type: r#type as i32,
            ..AttributeProto::default()
        };
        fill(&mut attribute);
        self.node.attribute.push(attribute);
        self
    }

    fn int(self, name: &str, i: i64) -> Case {
        self.attribute(name, AttributeType::Int, |attribute| attribute.i = i)
    }

    fn ints(self, name: &str, ints: &[i64]) -> Case {
        self.attribute(name, AttributeType::Ints, |attribute| attribute.ints = ints.to_vec())
    }

    fn float(self, name: &str, f: f32) -> Case {
        self.attribute(name, AttributeType::Float, |attribute| attribute.f = f)
    }

    fn floats(self, name: &str, floats: &[f32]) -> Case {
        self.attribute(name, AttributeType::Floats, |attribute| {
            attribute.floats = floats.to_vec()
        })
    }

    fn string(self, name: &str, text: &str) -> Case {
        self.attribute(name, AttributeType::String, |attribute| {
            attribute.s = text.as_bytes().to_vec();
        })
    }

    fn tensor(self, name: &str, tensor: &Tensor) -> Case {
        self.attribute(name, AttributeType::Tensor, |attribute| {
            attribute.t = Some(proto(String::new(), tensor));
        })
    }

    fn graph(self, name: &str, graph: &GraphProto) -> Case {
        self.attribute(name, AttributeType::Graph, |attribute| {
            attribute.g = Some(graph.clone())
        })
    }

    /// Adds optional outputs after the first output; false means an omitted output.
    fn outputs(mut self, others: &[bool]) -> Case {
        let names = others.iter().enumerate().map(|(slot, is_named)| match is_named {
            true => format!("output{}", slot + 1),
            false => String::new(),
        });
        self.node.output.extend(names);
        self
    }

    fn of_microsoft(mut self) -> Case {
        self.node.domain = "com.microsoft".into();
        self
    }

    fn within(self, distance: Approximation) -> Case {
        Case { distance, ..self }
    }

    fn proto(&self) -> ModelProto {
        let named = |name: &str, data_type: Option<DataType>| ValueInfoProto {
            name: name.into(),
            r#type: data_type.map(|data_type| TypeProto {
                value: Some(type_proto::Value::TensorType(type_proto::Tensor {
                    elem_type: data_type as i32,
                    shape: None,
                })),
                ..TypeProto::default()
            }),
            ..ValueInfoProto::default()
        };
        let mut graph = GraphProto {
            node: vec![self.node.clone()],
            ..GraphProto::default()
        };
        for (name, input) in self.node.input.iter().zip(&self.inputs) {
            match input {
                Given(tensor) => graph.input.push(named(name, Some(data_type(tensor)))),
                Constant(tensor) => graph.initializer.push(proto(name.clone(), tensor)),
                Missing => {}
            }
        }
        let outputs = self.node.output.iter().filter(|name| !name.is_empty());
        graph.output = outputs.map(|name| named(name, None)).collect();
        ModelProto {
            ir_version: 8,
            opset_import: vec![OperatorSetIdProto {
                domain: String::new(),
                version: self.opset,
            }],
            graph: Some(graph),
            ..ModelProto::default()
        }
    }

    /// Returns the types, shapes and values of the outputs. A given `symbol` replaces the first axis length of each input.
    fn run(&self, reader: &Onnx, symbols: &SymbolScope, symbol: Option<&TDim>) -> TractResult<Outcome> {
        let template = InferenceModel {
            symbols: symbols.clone(),
            ..InferenceModel::default()
        };
        let mut model = reader.parse_with_template(&self.proto(), None, template)?.model;
        let given = self.inputs.iter().filter_map(|input| match input {
            Given(tensor) => Some(tensor.clone()),
            _ => None,
        });
        let given: TVec<Tensor> = given.collect();
        for (slot, tensor) in given.iter().enumerate() {
            let mut shape: TVec<TDim> = tensor.shape().iter().map(|n| n.to_dim()).collect();
            if let (Some(symbol), Some(first)) = (symbol, shape.first_mut()) {
                *first = symbol.clone();
            }
            model.set_input_fact(slot, tensor.datum_type().fact(shape).into())?;
        }
        let model = model.into_typed()?;
        let fact = |&output: &OutletId| {
            let fact = model.outlet_fact(output)?;
            Ok((fact.datum_type, fact.shape.to_tvec()))
        };
        let facts = model.output_outlets()?.iter().map(fact).collect::<TractResult<_>>()?;
        let inputs = given.into_iter().map(Tensor::into_tvalue).collect();
        let values = model.into_runnable()?.run(inputs)?;
        let values = values.into_iter().map(|value| value.into_tensor()).collect();
        Ok(Outcome { facts, values })
    }
}

#[derive(Debug)]
struct Outcome {
    facts: Vec<(DatumType, TVec<TDim>)>,
    values: Vec<Tensor>,
}

fn data_type(tensor: &Tensor) -> DataType {
    match tensor.datum_type() {
        DatumType::F32 => DataType::Float,
        DatumType::I64 => DataType::Int64,
        DatumType::I32 => DataType::Int32,
        DatumType::U8 => DataType::Uint8,
        DatumType::I8 => DataType::Int8,
        DatumType::Bool => DataType::Bool,
        other => panic!("{other:?}"),
    }
}

fn proto(name: String, tensor: &Tensor) -> TensorProto {
    TensorProto {
        name,
        data_type: data_type(tensor) as i32,
        dims: tensor.shape().iter().map(|&n| n as i64).collect(),
        raw_data: tensor.try_as_plain_ram().unwrap().as_bytes().to_vec(),
        ..TensorProto::default()
    }
}

struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    /// A pseudorandom length of an axis, from 1 to 4.
    fn length(&mut self) -> usize {
        1 + (self.next() % 4) as usize
    }

    /// A pseudorandom integer from `low` to `high`, inclusive.
    fn whole(&mut self, low: i64, high: i64) -> i64 {
        low + (self.next() as i64).rem_euclid(high - low + 1)
    }

    fn integers(&mut self, shape: &[usize], low: i64, high: i64) -> Tensor {
        let numbers: Vec<i64> = (0..shape.iter().product()).map(|_| self.whole(low, high)).collect();
        Tensor::from_shape(shape, &numbers).unwrap()
    }

    /// Pseudorandom numbers from -2 to 2.
    fn floats(&mut self, shape: &[usize]) -> Tensor {
        let numbers: Vec<f32> = (0..shape.iter().product())
            .map(|_| self.whole(-2000, 2000) as f32 / 1000.0)
            .collect();
        Tensor::from_shape(shape, &numbers).unwrap()
    }

    /// Pseudorandom positive numbers from 0.1 to 2.
    fn positive(&mut self, shape: &[usize]) -> Tensor {
        let numbers: Vec<f32> = (0..shape.iter().product())
            .map(|_| self.whole(100, 2000) as f32 / 1000.0)
            .collect();
        Tensor::from_shape(shape, &numbers).unwrap()
    }

    fn truths(&mut self, shape: &[usize]) -> Tensor {
        let truths: Vec<bool> = (0..shape.iter().product()).map(|_| self.whole(0, 1) == 1).collect();
        Tensor::from_shape(shape, &truths).unwrap()
    }

    fn bytes<T: Datum + Copy + TryFrom<i64, Error: std::fmt::Debug>>(
        &mut self,
        shape: &[usize],
        low: i64,
        high: i64,
    ) -> Tensor {
        let bytes: Vec<T> = (0..shape.iter().product())
            .map(|_| T::try_from(self.whole(low, high)).unwrap())
            .collect();
        Tensor::from_shape(shape, &bytes).unwrap()
    }
}

fn math_cases(dice: &mut Dice) -> Vec<Case> {
    let shape = [dice.length(), dice.length(), dice.length()];
    let x = dice.floats(&shape);
    let last = dice.floats(&shape[2..]);
    let mut cases = Vec::new();
    for operator in [
        "Abs",
        "Neg",
        "Sign",
        "Ceil",
        "Floor",
        "Round",
        "Exp",
        "Reciprocal",
        "Cos",
        "Sin",
        "Tanh",
        "Erf",
        "IsNaN",
        "IsInf",
        "Sigmoid",
        "Swish",
        "HardSwish",
        "Relu",
        "Softplus",
        "Softsign",
        "Elu",
        "LeakyRelu",
        "HardSigmoid",
        "Mish",
        "Gelu",
        "FastGelu",
        "QuickGelu",
        "Identity",
    ] {
        cases.push(case(operator, 17, vec![Given(x.clone())]));
    }
    cases.push(case("Gelu", 20, vec![Given(x.clone())]).string("approximate", "tanh"));
    cases.push(
        case("QuickGelu", 17, vec![Given(x.clone())])
            .float("alpha", 1.3)
            .of_microsoft(),
    );
    cases.push(case("Elu", 17, vec![Given(x.clone())]).float("alpha", 0.7));
    cases.push(case("LeakyRelu", 17, vec![Given(x.clone())]).float("alpha", 0.2));
    cases.push(
        case("HardSigmoid", 17, vec![Given(x.clone())])
            .float("alpha", 0.3)
            .float("beta", 0.4),
    );
    cases.push(case("IsInf", 17, vec![Given(x.clone())]).int("detect_negative", 0));
    for operator in ["Log", "Sqrt"] {
        cases.push(case(operator, 17, vec![Given(dice.positive(&shape))]));
    }
    for operator in ["BiasGelu", "FastGelu"] {
        cases.push(case(operator, 17, vec![Given(x.clone()), Constant(last.clone())]).of_microsoft());
    }
    for operator in [
        "Add",
        "Sub",
        "Mul",
        "Div",
        "Equal",
        "Greater",
        "Less",
        "LessOrEqual",
        "GreaterOrEqual",
    ] {
        let other = dice.positive(&shape[2..]);
        cases.push(case(operator, 17, vec![Given(x.clone()), Constant(other)]));
        let (a, b) = (dice.integers(&shape, -9, 9), dice.integers(&shape, 1, 9));
        cases.push(case(operator, 17, vec![Given(a), Given(b)]));
    }
    for operator in ["And", "Or", "Xor"] {
        let (a, b) = (dice.truths(&shape), dice.truths(&shape[2..]));
        cases.push(case(operator, 17, vec![Given(a), Constant(b)]));
    }
    cases.push(case("Not", 17, vec![Given(dice.truths(&shape))]));
    for operator in ["BitwiseAnd", "BitwiseOr"] {
        let (a, b) = (dice.integers(&shape, 0, 99), dice.integers(&shape, 0, 99));
        cases.push(case(operator, 18, vec![Given(a), Given(b)]));
    }
    cases.push(case("BitwiseNot", 18, vec![Given(dice.integers(&shape, 0, 99))]));
    for operator in ["Sum", "Max", "Min", "Mean"] {
        let others = [dice.floats(&shape), dice.floats(&shape)];
        let inputs = [&x, &others[0], &others[1]].map(|input| Given(input.clone()));
        cases.push(case(operator, 17, inputs.to_vec()));
    }
    cases.push(case(
        "Where",
        17,
        vec![Given(dice.truths(&shape)), Given(x.clone()), Constant(last.clone())],
    ));
    cases.push(
        case("Clip", 9, vec![Given(x.clone())])
            .float("min", -0.5)
            .float("max", 1.0),
    );
    let (low, high) = (Constant(tensor0(-0.5f32)), Constant(tensor0(0.5f32)));
    cases.push(case("Clip", 13, vec![Given(x.clone()), low.clone(), high.clone()]));
    cases.push(case("Clip", 13, vec![Given(x.clone()), Missing, high]));
    cases.push(case("Clip", 13, vec![Given(x.clone()), low]));
    let positive = dice.positive(&shape);
    cases.push(case("Pow", 17, vec![Given(positive.clone()), Constant(tensor0(2f32))]));
    cases.push(case("Pow", 17, vec![Given(positive), Constant(tensor0(3i64))]));
    for (low, high) in [(1, 5), (-5, -1)] {
        let (a, b) = (dice.integers(&shape, -9, 9), dice.integers(&shape[2..], low, high));
        cases.push(case("Mod", 17, vec![Given(a.clone()), Constant(b.clone())]));
        cases.push(case("Mod", 17, vec![Given(a), Constant(b)]).int("fmod", 1));
    }
    let (m, k, n) = (dice.length(), dice.length(), dice.length());
    let (a, b) = (dice.floats(&[shape[0], m, k]), dice.floats(&[k, n]));
    cases.push(case("MatMul", 17, vec![Given(a), Constant(b.clone())]));
    let (a, c) = (dice.floats(&[m, k]), dice.floats(&[n]));
    cases.push(case("Gemm", 17, vec![Given(a.clone()), Constant(b.clone())]));
    cases.push(case(
        "Gemm",
        17,
        vec![Given(a.clone()), Constant(b.clone()), Constant(c.clone())],
    ));
    let turned = b.permute_axes(&[1, 0]).unwrap();
    let gemm = case("Gemm", 17, vec![Given(a), Constant(turned), Constant(c)]);
    cases.push(gemm.int("transB", 1).float("alpha", 0.5).float("beta", 2.0));
    let (a, b) = (dice.floats(&[shape[0], m, k]), dice.floats(&[shape[0], n, k]));
    for equation in ["bik,bjk->bij", "bik,bjk->bi", "bik,bjk->bjik"] {
        let inputs = vec![Given(a.clone()), Given(b.clone())];
        cases.push(case("Einsum", 17, inputs).string("equation", equation));
    }
    let inputs = vec![Given(a), Constant(dice.floats(&[n, k]))];
    cases.push(case("Einsum", 17, inputs).string("equation", "...k,jk->...j"));
    cases.push(branches());
    cases
}

/// An `If` node that returns x if the condition is true, and −x otherwise.
fn branches() -> Case {
    let branch = |operator: &str| GraphProto {
        name: operator.into(),
        node: vec![NodeProto {
            op_type: operator.into(),
            name: operator.into(),
            input: vec!["input1".into()],
            output: vec![operator.into()],
            ..NodeProto::default()
        }],
        output: vec![ValueInfoProto {
            name: operator.into(),
            ..ValueInfoProto::default()
        }],
        ..GraphProto::default()
    };
    let mut case = case("If", 17, vec![Given(tensor0(true)), Given(tensor1(&[1f32, 2.0]))])
        .graph("then_branch", &branch("Identity"))
        .graph("else_branch", &branch("Neg"));
    // A branch of `If` refers to outer values by name, not through inputs of the node.
    case.node.input.truncate(1);
    case
}

fn array_cases(dice: &mut Dice) -> Vec<Case> {
    let shape = [dice.length(), dice.length(), dice.length()];
    let [a, b, c] = shape;
    let x = Given(dice.floats(&shape));
    let axes = |axes: &[i64]| Constant(tensor1(axes));
    let mut cases = vec![
        case("Constant", 17, vec![]).tensor("value", &dice.floats(&shape)),
        case("Constant", 17, vec![]).int("value_int", 3),
        case("Constant", 17, vec![]).float("value_float", 0.5),
        case("Constant", 17, vec![]).ints("value_ints", &[1, 2]),
        case("Constant", 17, vec![]).floats("value_floats", &[1.0, 2.0]),
        case("ConstantOfShape", 17, vec![axes(&[2, 3])]).tensor("value", &tensor1(&[7i64])),
        case("Expand", 17, vec![Given(dice.floats(&[1, c])), axes(&[b as i64, 1])]),
        case("Tile", 17, vec![x.clone(), axes(&[1, 2, 3])]),
        case(
            "Range",
            17,
            vec![
                Constant(tensor0(1i64)),
                Constant(tensor0(9i64)),
                Constant(tensor0(dice.whole(1, 3))),
            ],
        ),
        case("Size", 17, vec![x.clone()]),
        case("Shape", 17, vec![x.clone()]),
        case("Shape", 17, vec![x.clone()]).int("start", 1),
        case("Shape", 17, vec![x.clone()]).int("start", -2).int("end", -1),
        case("Cast", 17, vec![x.clone()]).int("to", DataType::Int64 as i64),
        case("Cast", 17, vec![x.clone()]).int("to", DataType::Bool as i64),
        case("Cast", 17, vec![Given(dice.truths(&shape))]).int("to", DataType::Float as i64),
        case(
            "CastLike",
            17,
            vec![Given(dice.integers(&shape, -9, 9)), Constant(tensor0(1f32))],
        ),
        case("Reshape", 17, vec![x.clone(), axes(&[0, -1])]),
        case("Flatten", 17, vec![x.clone()]),
        case("Flatten", 17, vec![x.clone()]).int("axis", 2),
        case("Transpose", 17, vec![x.clone()]),
        case("Transpose", 17, vec![x.clone()]).ints("perm", &[0, 2, 1]),
        case("Squeeze", 11, vec![Given(dice.floats(&[a, 1, c]))]).ints("axes", &[1]),
        case("Squeeze", 13, vec![Given(dice.floats(&[a, 1, c])), axes(&[-2])]),
        case("Squeeze", 13, vec![Given(dice.floats(&[a + 1, 1, c + 1]))]),
        case("Unsqueeze", 11, vec![x.clone()]).ints("axes", &[0, 2]),
        case("Unsqueeze", 13, vec![x.clone(), axes(&[1, -1])]),
        case("Concat", 17, vec![x.clone(), Given(dice.floats(&[a, b + 1, c]))]).int("axis", 1),
        case("Concat", 17, vec![x.clone(), x.clone()]).int("axis", -1),
        case("Slice", 9, vec![Given(dice.floats(&[a, 4, 5]))])
            .ints("axes", &[1, 2])
            .ints("starts", &[1, -3])
            .ints("ends", &[100, -1]),
        case(
            "Slice",
            13,
            vec![
                Given(dice.floats(&[a, 4, 5])),
                axes(&[1, -3]),
                axes(&[100, -1]),
                axes(&[1, 2]),
            ],
        ),
        case(
            "Slice",
            13,
            vec![
                Given(dice.floats(&[a, 5])),
                axes(&[0]),
                axes(&[5]),
                axes(&[1]),
                axes(&[2]),
            ],
        ),
        case("Pad", 9, vec![x.clone()])
            .ints("pads", &[0, 1, 0, 0, 2, 1])
            .float("value", 0.5),
        case("Pad", 13, vec![x.clone(), axes(&[0, 1, 0, 0, 2, 1])]),
        case(
            "Pad",
            13,
            vec![x.clone(), axes(&[0, 1, 0, 0, 2, 1]), Constant(tensor0(3f32))],
        ),
        case("Pad", 13, vec![x.clone(), axes(&[0, 1, 0, 0, 2, 1])]).string("mode", "edge"),
        case("Pad", 18, vec![x.clone(), axes(&[1, 2]), Missing, axes(&[-1])]),
        case(
            "Gather",
            17,
            vec![Constant(dice.floats(&[5, c])), Given(dice.integers(&[a, b], 0, 4))],
        ),
        case(
            "Gather",
            17,
            vec![Given(dice.floats(&[a, 5])), Constant(tensor0(-1i64))],
        )
        .int("axis", 1),
        case(
            "GatherElements",
            17,
            vec![Given(dice.floats(&[a, 5])), Given(dice.integers(&[a, c], 0, 4))],
        )
        .int("axis", 1),
        case(
            "GatherND",
            17,
            vec![Given(dice.floats(&[3, 4, c])), Constant(dice.integers(&[b, 2], 0, 2))],
        ),
        case(
            "ScatterElements",
            17,
            vec![
                Given(dice.floats(&[2, 5])),
                Constant(Tensor::from_shape(&[2, 2], &[0i64, 3, 1, 2]).unwrap()),
                Constant(dice.floats(&[2, 2])),
            ],
        )
        .int("axis", 1),
        case(
            "ScatterND",
            17,
            vec![
                Given(dice.floats(&[4, c])),
                Constant(Tensor::from_shape(&[2, 1], &[0i64, 3]).unwrap()),
                Constant(dice.floats(&[2, c])),
            ],
        ),
        case(
            "OneHot",
            17,
            vec![
                Given(dice.integers(&[a, b], 0, 3)),
                Constant(tensor0(4i64)),
                Constant(tensor1(&[-1f32, 1.0])),
            ],
        ),
        case(
            "OneHot",
            17,
            vec![
                Given(dice.integers(&[a, b], 0, 3)),
                Constant(tensor0(4i64)),
                Constant(tensor1(&[0i64, 1])),
            ],
        )
        .int("axis", 1),
        case("TopK", 17, vec![Given(dice.floats(&[a, 6])), axes(&[3])]).outputs(&[true]),
        case("TopK", 17, vec![Given(dice.floats(&[a, 6])), axes(&[2])])
            .int("largest", 0)
            .outputs(&[true]),
        case("Trilu", 17, vec![Given(dice.floats(&[a, 4, 4]))]),
        case(
            "Trilu",
            17,
            vec![Given(dice.floats(&[a, 4, 4])), Constant(tensor0(1i64))],
        )
        .int("upper", 0),
        case("CumSum", 17, vec![x.clone(), Constant(tensor0(1i64))]),
        case("CumSum", 17, vec![x.clone(), Constant(tensor0(-1i64))])
            .int("exclusive", 1)
            .int("reverse", 1),
        case("NonZero", 17, vec![Given(dice.truths(&shape))]),
        case("NonZero", 17, vec![Given(dice.integers(&shape, 0, 2))]),
        case("NonZero", 17, vec![Constant(dice.integers(&shape, 0, 2))]),
        case("Dropout", 17, vec![x.clone()]),
        case(
            "Dropout",
            17,
            vec![x.clone(), Constant(tensor0(0.1f32)), Constant(tensor0(false))],
        )
        .outputs(&[true]),
    ];
    let lengths = [a as i64, b as i64];
    let split = Given(dice.floats(&[c, a + b]));
    cases.push(
        case("Split", 11, vec![split.clone()])
            .int("axis", 1)
            .ints("split", &lengths)
            .outputs(&[true]),
    );
    cases.push(
        case("Split", 13, vec![split, axes(&lengths)])
            .int("axis", -1)
            .outputs(&[true]),
    );
    let split = case("Split", 18, vec![Given(dice.floats(&[c, 6]))]);
    cases.push(split.int("axis", 1).int("num_outputs", 3).outputs(&[true, true]));
    cases
}

fn along_cases(dice: &mut Dice) -> Vec<Case> {
    let shape = [dice.length(), dice.length(), dice.length() + 1];
    let n = shape[2];
    let x = Given(dice.floats(&shape));
    let [skip, scale, shift, bias] =
        [&shape[..], &shape[2..], &shape[2..], &shape[2..]].map(|shape| dice.floats(shape));
    let mut cases = Vec::new();
    for operator in ["ArgMax", "ArgMin"] {
        cases.push(case(operator, 17, vec![x.clone()]));
        cases.push(case(operator, 17, vec![x.clone()]).int("axis", -1).int("keepdims", 0));
    }
    for operator in [
        "ReduceL1",
        "ReduceL2",
        "ReduceLogSum",
        "ReduceLogSumExp",
        "ReduceMax",
        "ReduceMean",
        "ReduceMin",
        "ReduceProd",
        "ReduceSum",
        "ReduceSumSquare",
    ] {
        let x = Given(dice.positive(&shape));
        let axes = Constant(tensor1(&[-1i64]));
        cases.push(case(operator, 11, vec![x.clone()]).ints("axes", &[-1]));
        cases.push(
            case(operator, 11, vec![x.clone()])
                .ints("axes", &[0, 2])
                .int("keepdims", 0),
        );
        cases.push(case(operator, 11, vec![x.clone()]));
        cases.push(case(operator, 18, vec![x.clone(), axes.clone()]));
        cases.push(case(operator, 18, vec![x.clone(), axes]).int("keepdims", 0));
        cases.push(case(operator, 18, vec![x.clone()]));
    }
    let axes = Constant(tensor1(&[1i64]));
    cases.push(case("ReduceSum", 13, vec![x.clone(), axes]));
    for operator in ["Softmax", "LogSoftmax"] {
        cases.push(case(operator, 11, vec![x.clone()]));
        cases.push(case(operator, 11, vec![x.clone()]).int("axis", 2));
        cases.push(case(operator, 13, vec![x.clone()]));
        cases.push(case(operator, 13, vec![x.clone()]).int("axis", 1));
    }
    let constants = |tensors: &[&Tensor]| {
        tensors
            .iter()
            .map(|&tensor| Constant(tensor.clone()))
            .collect::<Vec<_>>()
    };
    let with = |others: &[&Tensor]| [vec![x.clone()], constants(others)].concat();
    let skipping = |others: &[&Tensor]| [vec![x.clone(), Given(skip.clone())], constants(others)].concat();
    // The values may differ slightly, because the operator adds the terms in a different order than the reference.
    let whole = |others: &[&Tensor]| case("LayerNormalization", 17, with(others)).within(Approximation::Approximate);
    cases.push(whole(&[&scale]));
    cases.push(whole(&[&scale, &shift]).float("epsilon", 1e-3));
    cases.push(case("LayerNormalization", 17, with(&[&scale, &shift])).outputs(&[true, true]));
    let wide = dice.floats(&shape[1..]);
    cases.push(
        case("LayerNormalization", 17, with(&[&wide]))
            .int("axis", 1)
            .outputs(&[false, true]),
    );
    cases.push(case("SkipLayerNormalization", 17, skipping(&[&scale])).of_microsoft());
    let skip_norm = case("SkipLayerNormalization", 17, skipping(&[&scale, &shift, &bias])).of_microsoft();
    cases.push(skip_norm.clone().outputs(&[true, true, true]));
    cases.push(skip_norm.float("epsilon", 1e-3).outputs(&[false, false, true]));
    for operator in ["RMSNormalization", "SimplifiedLayerNormalization"] {
        cases.push(case(operator, 23, with(&[&scale])));
        cases.push(
            case(operator, 23, with(&[&scale]))
                .float("epsilon", 1e-2)
                .outputs(&[true]),
        );
    }
    let skip_norm = case("SkipSimplifiedLayerNormalization", 17, skipping(&[&scale])).of_microsoft();
    cases.push(skip_norm.clone());
    cases.push(skip_norm.outputs(&[false, true, true]));
    let mut zeros = dice.floats(&[2, n]);
    zeros
        .to_plain_array_view_mut::<f32>()
        .unwrap()
        .index_axis_mut(tract_ndarray::Axis(0), 1)
        .fill(0.0);
    for p in [1, 2] {
        cases.push(case("LpNormalization", 17, vec![x.clone()]).int("p", p).int("axis", 1));
        cases.push(case("LpNormalization", 17, vec![Given(zeros.clone())]).int("p", p));
    }
    cases
}

fn quantized_cases(dice: &mut Dice) -> Vec<Case> {
    let (m, k, n) = (dice.length(), dice.length(), dice.length());
    let x = Given(dice.floats(&[m, k]));
    let scale = Constant(tensor0(0.02f32));
    let zeros = [dice.bytes::<u8>(&[k], 0, 255), dice.bytes::<i8>(&[k], -128, 127)];
    let mut cases = vec![
        case("QuantizeLinear", 17, vec![x.clone(), scale.clone()]),
        case(
            "QuantizeLinear",
            17,
            vec![x.clone(), scale.clone(), Constant(tensor0(131u8))],
        ),
        case("QuantizeLinear", 17, vec![x.clone(), scale, Constant(tensor0(-3i8))]),
        case("DynamicQuantizeLinear", 17, vec![x.clone()]),
    ];
    for zero in zeros {
        let scale = Constant(dice.positive(&[k]));
        cases.push(case("QuantizeLinear", 17, vec![x.clone(), scale, Constant(zero)]));
    }
    cases[3] = cases[3].clone().outputs(&[true, true]);
    let a = Given(dice.bytes::<u8>(&[m, k], 0, 255));
    let b = Constant(dice.bytes::<i8>(&[k, n], -128, 127));
    let (zero_a, zero_b) = (Constant(tensor0(99u8)), Constant(dice.bytes::<i8>(&[n], -9, 9)));
    cases.push(case("MatMulInteger", 17, vec![a.clone(), b.clone()]));
    cases.push(case("MatMulInteger", 17, vec![a.clone(), b.clone(), zero_a.clone()]));
    cases.push(case("MatMulInteger", 17, vec![a, b.clone(), zero_a.clone(), zero_b]));
    let a = Given(dice.bytes::<u8>(&[2, m, k], 0, 255));
    cases.push(case("MatMulInteger", 17, vec![a, b, zero_a]));
    for (k, block, bits) in [(64, 32, 4), (64, 64, 2), (20, 16, 4)] {
        let blocks = (k as usize).div_ceil(block);
        let weights = dice.bytes::<u8>(&[n, blocks, block * bits / 8], 0, 255);
        // The scales are exact in 16 bits, so that tract's rounding does not change them.
        let halves = dice.positive(&[n * blocks]).cast_to::<f16>().unwrap().into_owned();
        let scales = halves.cast_to::<f32>().unwrap().into_owned();
        let zeros = dice.bytes::<u8>(&[n, blocks.div_ceil(8 / bits)], 0, 255);
        let x = Given(dice.floats(&[2, m, k as usize]));
        for zeros in [Missing, Constant(zeros)] {
            let inputs = vec![x.clone(), Constant(weights.clone()), Constant(scales.clone()), zeros];
            let case = case("MatMulNBits", 17, inputs)
                .of_microsoft()
                .int("K", k)
                .int("N", n as i64)
                .int("bits", bits as i64)
                .int("block_size", block as i64);
            cases.push(case.within(Approximation::Approximate));
        }
    }
    cases
}

fn rotary_cases(dice: &mut Dice) -> Vec<Case> {
    let (batch, heads, length, width) = (dice.length(), dice.length(), dice.length(), 4);
    let flat = Given(dice.floats(&[batch, length, heads * width]));
    let split = Given(dice.floats(&[batch, heads, length, width]));
    let positions = Given(dice.integers(&[batch, length], 0, 4));
    let table = |dice: &mut Dice, half: usize| Constant(dice.floats(&[5, half]));
    let [cosines, sines] = [(); 2].map(|()| table(dice, 2));
    let [few_cosines, few_sines] = [(); 2].map(|()| table(dice, 1));
    let mut cases = Vec::new();
    for pairs in [0, 1] {
        let inputs = vec![split.clone(), cosines.clone(), sines.clone(), positions.clone()];
        cases.push(case("RotaryEmbedding", 23, inputs).int("interleaved", pairs));
        let inputs = vec![flat.clone(), positions.clone(), cosines.clone(), sines.clone()];
        let microsofts = case("RotaryEmbedding", 17, inputs).of_microsoft();
        cases.push(microsofts.int("interleaved", pairs).int("num_heads", heads as i64));
        let inputs = vec![split.clone(), few_cosines.clone(), few_sines.clone(), positions.clone()];
        let partly = case("RotaryEmbedding", 23, inputs).int("rotary_embedding_dim", 2);
        cases.push(partly.int("interleaved", pairs));
    }
    let [cosines, sines] = [(); 2].map(|()| Given(dice.floats(&[batch, length, 2])));
    cases.push(case("RotaryEmbedding", 23, vec![split, cosines, sines]));
    cases
}

fn conv_cases(dice: &mut Dice) -> Vec<Case> {
    let (batch, from, to, length) = (dice.length(), 2 * dice.length(), 2 * dice.length(), dice.length() + 4);
    let x = Given(dice.floats(&[batch, from, length]));
    let (weights, bias) = (dice.floats(&[to, from, 3]), dice.floats(&[to]));
    let inputs = vec![x.clone(), Constant(weights), Constant(bias)];
    let grouped = vec![x, Constant(dice.floats(&[to, from / 2, 3]))];
    vec![
        case("Conv", 17, inputs.clone()),
        case("Conv", 17, inputs.clone())
            .ints("kernel_shape", &[3])
            .ints("pads", &[1, 1]),
        case("Conv", 17, inputs)
            .string("auto_pad", "SAME_UPPER")
            .ints("dilations", &[2]),
        case("Conv", 17, grouped).int("group", 2).ints("strides", &[2]),
    ]
}

fn cases(dice: &mut Dice) -> Vec<Case> {
    let kinds = [
        math_cases,
        array_cases,
        along_cases,
        quantized_cases,
        rotary_cases,
        conv_cases,
    ];
    kinds.iter().flat_map(|kind| kind(dice)).collect()
}

#[test]
fn operators_match_tract() {
    let (tracts, ours) = (tract_onnx::onnx(), reader());
    for seed in 0..8 {
        for case in cases(&mut Dice(seed)) {
            for has_symbol in [false, true] {
                let symbols = SymbolScope::default();
                let symbol = symbols.sym("batch").to_dim();
                let run = |reader: &Onnx| case.run(reader, &symbols, has_symbol.then_some(&symbol));
                let expected = match run(&tracts) {
                    Ok(expected) => expected,
                    // Some of tract's operators require that the lengths of all axes are numbers, not symbols.
                    Err(_) if has_symbol => continue,
                    Err(error) => panic!("tract: {error:?}\n{case:?}"),
                };
                let outcome = run(&ours).unwrap_or_else(|error| panic!("{error:?}\n{case:?}"));
                // The number of nonzero elements has a separate symbol in each model.
                if case.node.op_type != "NonZero" {
                    assert_eq!(outcome.facts, expected.facts, "{case:?}");
                }
                assert_eq!(outcome.values.len(), expected.values.len(), "{case:?}");
                for (value, expected) in outcome.values.iter().zip(&expected.values) {
                    // Results that are symbolic lengths are compared for equality, because they have no numeric value.
                    if value == expected {
                        continue;
                    }
                    let close = value.close_enough(expected, case.distance);
                    close.unwrap_or_else(|error| panic!("{error:?}\n{case:?}"));
                }
            }
        }
    }
}

/// Reference implementation of softmax(q·kᵀ·scale + mask)·v for the shape batch×heads×length×width, head by head.
/// `mask` is added to the attention scores; the argument of `mask` is `[text, head, query, key]`.
fn attended(shape: [usize; 4], inputs: &[Vec<f32>; 3], scale: f32, mask: impl Fn([usize; 4]) -> f32) -> Vec<f32> {
    let [batch, heads, length, width] = shape;
    let mut attended = vec![0.0; batch * heads * length * width];
    for (b, h, query) in places(batch, heads, length) {
        let at = |token: usize, d: usize| ((b * heads + h) * length + token) * width + d;
        let score = |key| {
            let products = (0..width).map(|d| inputs[0][at(query, d)] * inputs[1][at(key, d)]);
            (products.sum::<f32>() * scale + mask([b, h, query, key])).exp()
        };
        let scores: Vec<f32> = (0..length).map(score).collect();
        let all: f32 = scores.iter().sum();
        for d in 0..width {
            let of_keys = scores
                .iter()
                .enumerate()
                .map(|(key, score)| score / all * inputs[2][at(key, d)]);
            attended[at(query, d)] = of_keys.sum();
        }
    }
    attended
}

/// All index triples of three nested loops of lengths a, b and c.
fn places(a: usize, b: usize, c: usize) -> impl Iterator<Item = (usize, usize, usize)> {
    (0..a * b * c).map(move |i| (i / (b * c), i / c % b, i % c))
}

/// Reorders numbers from batch×heads×length×width to batch×length×(heads·width).
fn tokens([batch, heads, length, width]: [usize; 4], numbers: &[f32]) -> Tensor {
    let tensor = Tensor::from_shape(&[batch, heads, length, width], numbers).unwrap();
    let moved = tensor.permute_axes(&[0, 2, 1, 3]).unwrap();
    moved.into_shape(&[batch, length, heads * width]).unwrap()
}

/// The reference is the definition of attention, because this build of tract has no attention operator.
#[test]
fn attention_matches_definition() {
    for seed in 0..8 {
        let mut dice = Dice(seed);
        let shape = [dice.length(), dice.length(), dice.length(), dice.length()];
        let [batch, heads, length, width] = shape;
        let numbers = |tensor: &Tensor| tensor.try_as_plain_ram().unwrap().as_slice::<f32>().unwrap().to_vec();
        let inputs = [(); 3].map(|()| numbers(&dice.floats(&shape)));
        let split = || {
            inputs
                .iter()
                .map(|x| Given(Tensor::from_shape(&shape, x).unwrap()))
                .collect::<Vec<_>>()
        };
        let flat = || inputs.iter().map(|x| Given(tokens(shape, x))).collect::<Vec<_>>();
        let of_scores = dice.floats(&[length, length]);
        let scores = numbers(&of_scores);
        // Each query must attend to at least one key, so the first key is never masked.
        let sees: Vec<bool> = (0..batch * length)
            .map(|index| index % length == 0 || dice.whole(0, 1) == 1)
            .collect();
        let seen = Tensor::from_shape(&[batch, 1, 1, length], &sees).unwrap();
        let scale = (width as f32).sqrt().recip();
        let expected = [
            attended(shape, &inputs, scale, |_| 0.0),
            attended(shape, &inputs, 0.3, |[_, _, query, key]| scores[query * length + key]),
            attended(
                shape,
                &inputs,
                scale,
                |[b, _, _, key]| if sees[b * length + key] { 0.0 } else { -1e9 },
            ),
        ];
        for (inputs, is_flat) in [(split(), false), (flat(), true)] {
            let case = |mask: Option<&Tensor>| {
                let inputs = inputs.iter().cloned().chain(mask.cloned().map(Given)).collect();
                let case = case("Attention", 23, inputs);
                if is_flat {
                    case.int("q_num_heads", heads as i64).int("kv_num_heads", heads as i64)
                } else {
                    case
                }
            };
            let cases = [
                case(None),
                case(Some(&of_scores)).float("scale", 0.3),
                case(Some(&seen)),
            ];
            for (case, expected) in cases.iter().zip(&expected) {
                let outcome = case.run(&reader(), &SymbolScope::default(), None).unwrap();
                let expected = if is_flat {
                    tokens(shape, expected)
                } else {
                    Tensor::from_shape(&shape, expected).unwrap()
                };
                outcome.values[0]
                    .close_enough(&expected, Approximation::Approximate)
                    .unwrap();
            }
        }
    }
}

#[test]
fn decoder_only_attention_is_rejected() {
    let mut dice = Dice(3);
    let x = [(); 3].map(|()| Given(dice.floats(&[1, 2, 4, 2]))).to_vec();
    let few = Given(dice.floats(&[1, 1, 4, 2]));
    let sharing = vec![x[0].clone(), few.clone(), few];
    let longer = [(); 2].map(|()| Given(dice.floats(&[1, 2, 5, 2])));
    let crossed = vec![x[0].clone(), longer[0].clone(), longer[1].clone()];
    for (case, message) in [
        (
            case("Attention", 23, x.clone()).int("is_causal", 1),
            "(is_causal) is not supported",
        ),
        (
            case("Attention", 23, x.clone()).float("softcap", 2.0),
            "(softcap) are not supported",
        ),
        (
            case("Attention", 23, x).outputs(&[true, true]),
            "as outputs are not supported",
        ),
        (case("Attention", 23, sharing), "not alike"),
        (case("Attention", 23, crossed), "not of the same tokens"),
    ] {
        let error = case.run(&reader(), &SymbolScope::default(), None).unwrap_err();
        assert!(format!("{error:#}").contains(message), "{error:#}");
    }
}

#[test]
fn every_operator_is_tested() {
    let mut tested: BTreeSet<String> = cases(&mut Dice(0)).into_iter().map(|case| case.node.op_type).collect();
    tested.insert("Attention".into());
    let registered: BTreeSet<String> = reader().op_register.0.into_keys().collect();
    assert_eq!(tested, registered);
}

#[test]
fn unsupported_operator_is_named() {
    let pool = case("MaxPool", 17, vec![Given(Dice(0).floats(&[1, 1, 4, 4]))]).ints("kernel_shape", &[2, 2]);
    let symbols = SymbolScope::default();
    assert!(pool.run(&tract_onnx::onnx(), &symbols, None).is_ok());
    let error = pool.run(&reader(), &symbols, None).unwrap_err();
    assert!(format!("{error:#}").contains("MaxPool"), "{error:#}");
}
