//! Checks that the page's Fluent parser formats all messages like the reference implementation.

#[path = "../../crates/page/src/i18n/fluent.rs"]
mod message;

use std::fmt::Display;

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

use message::Messages;

#[test]
fn own_parser_formats_messages_like_fluent() {
    let folder = std::fs::read_dir(crate::workspace::root().join("www/words")).unwrap();
    let paths = folder.map(|entry| entry.unwrap().path());
    let paths: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|end| end == "ftl"))
        .collect();
    assert!(paths.len() > 2);
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap();
        let code = name.rsplit('.').next().unwrap_or(name);
        let source = &std::fs::read_to_string(&path).unwrap();
        let resource = FluentResource::try_new(source.clone())
            .map_err(|(_, errors)| errors)
            .unwrap();
        let mut bundle = FluentBundle::new(vec![code.parse().unwrap()]);
        bundle.set_use_isolating(false);
        bundle.add_resource(resource).unwrap();
        let messages = Messages::read(source).unwrap();
        for (key, _) in messages.iter() {
            let message = messages.get(key).unwrap();
            for value in ["1", "2", "0", "1,166", "12.5", "true", "words"] {
                let mut arguments = FluentArgs::new();
                let mut values: Vec<(&str, &dyn Display)> = Vec::new();
                for variable in message.variables() {
                    arguments.set(variable, FluentValue::try_number(value));
                    values.push((variable, &value));
                }
                let pattern = bundle.get_message(key).and_then(|message| message.value()).unwrap();
                let mut errors = Vec::new();
                let expected = bundle
                    .format_pattern(pattern, Some(&arguments), &mut errors)
                    .into_owned();
                assert_eq!(message.with(&values), expected, "{name} {key} {value}");
                assert!(errors.is_empty(), "{name} {key}: {errors:?}");
            }
        }
    }
}
