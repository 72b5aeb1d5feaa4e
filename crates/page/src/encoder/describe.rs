//! Texts that describe an encoder to the user.

use crate::i18n::bidi::all_isolated;
use crate::i18n::{decimal, grouped, t};
use fastgas_embedding::{EncoderReport, Pooling};
use fastgas_platform::CustomEncoder;

/// Tokens per text in the measurement of [`EncoderReport::texts_per_second`].
pub const SHORT_TEXT: f64 = 12.0;

/// Estimated tokens per second of one worker with this encoder.
pub fn tokens_per_second(encoder: &CustomEncoder) -> f64 {
    encoder.report.texts_per_second * SHORT_TEXT
}

/// Properties of the built-in encoder as constants, so that the page can show them before the encoder is loaded.
pub struct BuiltIn {
    pub dimensions: usize,
    pub max_length: usize,
    /// All layers of the built-in encoder run on the fast kernels.
    pub layers: usize,
}

pub const BUILT_IN: BuiltIn = BuiltIn {
    dimensions: 384,
    max_length: 256,
    layers: 6,
};

pub fn built_in(tokens_per_second: Option<f64>) -> String {
    let speed = tokens_per_second.map(|rate| format!("{}; ", speed(rate / SHORT_TEXT)));
    t!(
        "encoder-built-in-description",
        layers = layers(BUILT_IN.layers),
        speed = speed.unwrap_or_default()
    )
}

pub fn custom(report: &EncoderReport, tokens_per_second: Option<f64>) -> String {
    let texts = tokens_per_second.map_or(report.texts_per_second, |rate| rate / SHORT_TEXT);
    format!("{}; {}.", recognized(report), speed(texts))
}

pub fn size(dimensions: usize, max_length: usize) -> String {
    t!(
        "encoder-size-description",
        dimensions = grouped(dimensions as u64),
        max_length = grouped(max_length as u64)
    )
}

pub fn recognized(report: &EncoderReport) -> String {
    let fast = match (report.attentions, report.linear_layers) {
        (0, 0) => return t!("encoder-kernels-none"),
        (0, products) => t!("encoder-kernels-products", products),
        (attentions, _) => layers(attentions),
    };
    if report.slow_operators.is_empty() {
        fast
    } else {
        t!("encoder-kernels-some-slow", fast)
    }
}

/// Lists the slow operators, for example “Conv ×3, Erf”. `None` if all operators have fast kernels.
pub fn slow_operators(report: &EncoderReport) -> Option<String> {
    let operators = report.slow_operators.iter().map(|(name, &count)| match count {
        1 => name.clone(),
        count => format!("{name} ×{count}"),
    });
    let operators: Vec<String> = operators.collect();
    (!operators.is_empty()).then(|| operators.join(", "))
}

pub fn weights(report: &EncoderReport) -> String {
    let weights = report.weights.to_string();
    match report.has_int4_table {
        true => t!("encoder-weights-with-table", weights),
        false => weights,
    }
}

/// Warns if an encoder has operators whose results may differ between machines. `None` for all other encoders.
pub fn warning(report: &EncoderReport) -> Option<String> {
    let mut operators = report.operators_left.clone();
    operators.sort();
    operators.dedup();
    (!operators.is_empty()).then(|| t!("encoder-reproducibility-warning", operators = all_isolated(&operators)))
}

pub fn speed(texts_per_second: f64) -> String {
    t!(
        "encoder-speed-description",
        texts_per_second = roughly(texts_per_second)
    )
}

pub fn pooling(pooling: Pooling) -> String {
    match pooling {
        Pooling::Mean => t!("encoder-pooling-mean"),
        Pooling::Cls => t!("encoder-pooling-cls"),
        Pooling::Max => t!("encoder-pooling-max"),
    }
}

fn layers(count: usize) -> String {
    t!("encoder-kernels-layers", count)
}

/// Rounds to two significant digits, because the speed is only an estimate.
fn roughly(number: f64) -> String {
    if !number.is_finite() || number < 0.1 {
        return decimal(0.1, 1);
    }
    let unit = 10f64.powf(number.log10().floor() - 1.0);
    let number = (number / unit).round() * unit;
    if number < 10.0 {
        decimal(number, 1)
    } else {
        grouped(number.round() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognized_operators_are_described() {
        let mut report = EncoderReport::example();
        assert_eq!(
            custom(&report, None),
            "2 layers; about 500 short texts per second on one worker."
        );
        assert!(
            custom(&report, Some(120.0)).contains("about 10 short texts"),
            "the speed that was measured later is shown"
        );
        assert_eq!((slow_operators(&report), warning(&report)), (None, None));
        assert_eq!(weights(&report), "float32");
        report.has_int4_table = true;
        assert_eq!(weights(&report), "float32; 4-bit token table");
        report.slow_operators = [("Erf".into(), 1), ("Conv".into(), 3)].into();
        report.operators_left = vec!["Erf".into(), "Conv".into(), "Conv".into()];
        assert!(recognized(&report).ends_with("some operators slower"));
        assert_eq!(slow_operators(&report).as_deref(), Some("Conv ×3, Erf"));
        assert!(warning(&report).is_some_and(|warning| warning.starts_with("Because of Conv, Erf, ")));
        (report.attentions, report.linear_layers) = (0, 1);
        assert!(recognized(&report).starts_with("1 fast matrix product"));
        report.linear_layers = 0;
        assert!(recognized(&report).starts_with("Slow: "));
    }

    #[test]
    fn speed_is_rounded_to_two_digits() {
        let words = [0.0, 0.33, 4.26, 17.4, 173.0, 1726.0, f64::NAN].map(roughly);
        assert_eq!(words, ["0.1", "0.3", "4.3", "17", "170", "1,700", "0.1"]);
    }

    #[test]
    fn built_in_properties_match_model_files() {
        let read = |name| std::fs::read(format!("../../www/models/all-MiniLM-L6-v2/{name}")).unwrap();
        let files = ["model.onnx", "tokenizer.json", "config.json"].map(read);
        let encoder = fastgas_encoder::Encoder::new(&files[0], &files[1], &files[2]).unwrap();
        let report = encoder.report().unwrap();
        assert_eq!(report.config.name, fastgas_platform::EncoderName::default().name);
        assert_eq!(report.config.dimensions, Some(BUILT_IN.dimensions));
        assert_eq!(report.config.max_length, Some(BUILT_IN.max_length));
        assert_eq!(recognized(&report), layers(BUILT_IN.layers));
        assert_eq!(warning(&report), None);
    }
}
