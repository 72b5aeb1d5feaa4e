//! The templates of the paper's seven tasks, and one template for labeled texts of any task.

use super::Template;
use fastgas_data::LabelOrder;

/// A built-in template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BuiltIn {
    /// Name of the template.
    pub name: &'static str,
    /// The task that the template was written for.
    pub task: &'static str,
    /// The template text.
    pub source: &'static str,
}

impl BuiltIn {
    /// Returns the built-in template called `name`; `None` if there is no such template.
    pub fn named(name: &str) -> Option<&'static BuiltIn> {
        BUILT_IN.iter().find(|built_in| built_in.name == name)
    }

    /// Whether the answers are free text, such as summaries.
    pub fn is_free_text(&self) -> bool {
        self.name == "xsum"
    }

    /// Whether the order of the labels in an answer matters.
    /// The order matters in free text and in the options of multiple choice.
    pub fn label_order(&self) -> LabelOrder {
        match self.is_free_text() || self.name == "hellaswag" {
            true => LabelOrder::Significant,
            false => LabelOrder::Ignored,
        }
    }

    /// Parses the template text of the built-in template.
    pub fn template(&self) -> Template {
        // `expect` would format the error, and the formatting code adds 20 kB to the first WebAssembly file of the page.
        let Ok(template) = Template::read(self.source) else {
            unreachable!("built-in templates are templates")
        };
        template
    }
}

/// All built-in templates. The first template suits any labeled text.
///
/// Wording, order and columns follow the examples in the paper's appendix, "Example Prompt of Each Task".
/// The column names are the names in the public data sets.
/// If the paper shows no word before the answer, the answer is on a line of its own.
pub const BUILT_IN: [BuiltIn; 8] = [
    BuiltIn {
        name: "classification",
        task: "any text with a label",
        source: "{text}\nanswer: {label}",
    },
    BuiltIn {
        name: "mrpc",
        task: "pair classification: do two sentences say the same?",
        source: "Are the following two sentences 'equivalent' or 'not equivalent'?\n\
            {sentence1}.\n{sentence2}.\nanswer: {label}",
    },
    BuiltIn {
        name: "sst-5",
        task: "classification: sentiment",
        source: "How do you feel about the following sentence?\n{text}\nanswer: {label}",
    },
    BuiltIn {
        name: "mnli",
        task: "pair classification: does the premise entail the claim?",
        source: "{premise} Based on that information, is the claim {hypothesis} \
            \"True,\" \"False,\" or \"Inconclusive\"?\nanswer: {label}",
    },
    BuiltIn {
        name: "dbpedia",
        task: "classification: topic of an article",
        source: "title: {title}; content: {content}\n{label}",
    },
    BuiltIn {
        name: "rte",
        task: "pair classification: does the premise entail the hypothesis?",
        source: "{premise}.\nquestion: {hypothesis} True or False?\nanswer: {label}",
    },
    BuiltIn {
        name: "hellaswag",
        task: "multiple choice: what happens next?",
        source: "The topic is {activity_label}. {ctx}\nOptions: {endings}\n{label}",
    },
    BuiltIn {
        name: "xsum",
        task: "summarization: one sentence",
        source: "{document}\n{label}",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, cells: &[(&str, &'static str)]) -> String {
        let template = BuiltIn::named(name).expect("it is built in").template();
        assert_eq!(
            template.columns(),
            cells.iter().map(|(column, _)| *column).collect::<Vec<_>>()
        );
        assert_eq!(template.behind(), "");
        let cell = |name: &str| cells.iter().find(|(column, _)| *column == name).map(|(_, cell)| *cell);
        template.input(cell).expect("every column is there")
    }

    #[test]
    fn built_in_templates_match_the_paper_s_examples() {
        let mrpc = input(
            "mrpc",
            &[
                (
                    "sentence1",
                    "Excluding autos, retail sales rose by 0.3 % in September .",
                ),
                ("sentence2", "Retail sales fell 0.2 percent overall in September ."),
            ],
        );
        assert_eq!(
            mrpc,
            "Are the following two sentences 'equivalent' or 'not equivalent'?\n\
             Excluding autos, retail sales rose by 0.3 % in September ..\n\
             Retail sales fell 0.2 percent overall in September ..\nanswer: "
        );
        let sst = input("sst-5", &[("text", "... a failure as straight drama.")]);
        assert_eq!(
            sst,
            "How do you feel about the following sentence?\n... a failure as straight drama.\nanswer: "
        );
        let premise = "Quite an hour, or even more, had elapsed.";
        let claim = "A day had passed from when she'd taken the tea in.";
        assert_eq!(
            input("mnli", &[("premise", premise), ("hypothesis", claim)]),
            "Quite an hour, or even more, had elapsed. Based on that information, is the claim A day had passed from \
             when she'd taken the tea in. \"True,\" \"False,\" or \"Inconclusive\"?\nanswer: "
        );
        let church = [("title", "Grace Church"), ("content", " Grace Church is a church.")];
        assert_eq!(
            input("dbpedia", &church),
            "title: Grace Church; content:  Grace Church is a church.\n"
        );
        let rte = [
            ("premise", "He met him in London."),
            ("hypothesis", "Washington is part of London."),
        ];
        assert_eq!(
            input("rte", &rte),
            "He met him in London..\nquestion: Washington is part of London. True or False?\nanswer: "
        );
        let sink = [
            ("activity_label", "Cleaning sink"),
            ("ctx", "The female puts it on a rag. the female,"),
            ("endings", "[\"washes the rug.\", \"rubs the sink.\"]"),
        ];
        assert_eq!(
            input("hellaswag", &sink),
            "The topic is Cleaning sink. The female puts it on a rag. the female,\n\
             Options: [\"washes the rug.\", \"rubs the sink.\"]\n"
        );
        assert_eq!(
            input("xsum", &[("document", "Stead curled home.")]),
            "Stead curled home.\n"
        );
        assert_eq!(input("classification", &[("text", "hello")]), "hello\nanswer: ");
        assert_eq!(BuiltIn::named("none"), None);
    }

    #[test]
    fn answers_of_multiple_choice_and_summaries_are_no_label_sets() {
        let others = BUILT_IN
            .iter()
            .filter(|built_in| built_in.label_order() == LabelOrder::Significant);
        let names: Vec<(&str, bool)> = others.map(|other| (other.name, other.is_free_text())).collect();
        assert_eq!(names, [("hellaswag", false), ("xsum", true)]);
    }
}
