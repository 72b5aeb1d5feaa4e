use super::*;

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.into()).collect()
}

fn with_key(key: char) -> LabelSpec {
    LabelSpec {
        key: Some(key),
        ..LabelSpec::default()
    }
}

/// Assigns the first free keys and colors to the labels of `set`.
fn settled(set: &[String]) -> LabelSpecs {
    let mut specs = LabelSpecs::default();
    specs.assign_missing(set);
    specs
}

fn keys_of(specs: &LabelSpecs, set: &[String]) -> String {
    let keys = specs.keys(set).into_iter();
    keys.map(|key| key.unwrap_or('-')).collect()
}

#[test]
fn label_keeps_key_and_color_when_others_change() {
    let set = names(&["yes", "no", "maybe", "else"]);
    let specs = settled(&set);
    assert_eq!(keys_of(&specs, &set), "1234");
    assert_eq!(specs.colors(&set), [16, 17, 18, 19]);
    let without = names(&["yes", "maybe", "else"]);
    let mut removed = specs.clone();
    removed.retire("no", 1);
    assert_eq!(keys_of(&removed, &without), "134");
    assert_eq!(removed.colors(&without), [16, 18, 19]);
    let mut joined = specs.clone();
    joined.forget("no");
    assert_eq!(keys_of(&joined, &without), "134");
    assert_eq!(joined.colors(&without), [16, 18, 19]);
    let moved = names(&["else", "maybe", "no", "yes"]);
    assert_eq!(keys_of(&specs, &moved), "4321");
    assert_eq!(specs.colors(&moved), [19, 18, 17, 16]);
    let mut renamed = specs.clone();
    renamed.rename("no", "never");
    let set = names(&["yes", "never", "maybe", "else"]);
    assert_eq!(keys_of(&renamed, &set), "1234");
    assert_eq!(renamed.colors(&set), [16, 17, 18, 19]);
}

#[test]
fn new_label_gets_free_key_and_color_before_those_of_removed_labels() {
    let set = names(&["yes", "no"]);
    let mut specs = settled(&names(&["yes", "gone", "no"]));
    specs.retire("gone", 1);
    let set: Vec<String> = set.into_iter().chain(names(&["new"])).collect();
    specs.assign_missing(&set);
    assert_eq!(keys_of(&specs, &set), "134", "the key of a removed label is reserved");
    assert_eq!(specs.colors(&set), [16, 18, 19]);
    let (index, lost) = specs.restore("gone", &set);
    assert_eq!((index, lost), (1, None));
    assert_eq!(specs.of("gone").key, Some('2'));
    // The key and the color of a label that was merged into another label are not reserved.
    let mut specs = settled(&names(&["yes", "gone", "no"]));
    specs.forget("gone");
    specs.assign_missing(&set);
    assert_eq!(keys_of(&specs, &set), "132");
    assert_eq!(specs.colors(&set), [16, 18, 17]);
}

#[test]
fn labels_beyond_the_palette_are_gray() {
    let many: Vec<String> = (0..40).map(|index| index.to_string()).collect();
    let first = &many[..N_COLORS as usize];
    let mut specs = LabelSpecs::default();
    let spec = LabelSpec {
        color: Some(1),
        ..LabelSpec::default()
    };
    specs.set("0", spec, &many).expect("no key");
    specs.assign_missing(first);
    // Label 0 has a color from the earlier palette; the other labels get the newer colors first.
    assert_eq!(specs.colors(&first[..10]), [1, 16, 17, 18, 19, 20, 21, 22, 23, 0]);
    let mut colors = specs.colors(first);
    colors.sort_unstable();
    assert_eq!(colors, (0..N_COLORS).collect::<Vec<u32>>());
    specs.assign_missing(&many);
    assert_eq!(specs.colors(&many)[N_COLORS as usize..], [NEUTRAL_COLOR; 16]);
    assert_eq!(specs.colors(&many)[..N_COLORS as usize], specs.colors(first));
    // The user may give a gray label any color, even the color of another label.
    let spec = LabelSpec {
        color: Some(1),
        ..specs.of("30")
    };
    specs.set("30", spec, &many).expect("no new key");
    let colors = specs.colors(&many);
    assert_eq!((colors[0], colors[30], colors[31]), (1, 1, NEUTRAL_COLOR));
    // A label without a key stays without a key when the key of another label becomes free.
    assert_eq!(specs.keys(&many).into_iter().flatten().count(), 31);
    specs.retire("0", 0);
    specs.assign_missing(&many[1..]);
    assert_eq!(specs.keys(&many[1..]).into_iter().flatten().count(), 30);
}

#[test]
fn older_set_keeps_its_displayed_keys_and_colors() {
    let set = names(&["yes", "no", "maybe", "else"]);
    let older = r#"{"maybe":{"key":"1"},"else":{"color":0}}"#;
    let mut specs: LabelSpecs = serde_json::from_str(older).expect("label specs");
    let (keys, colors) = (keys_of(&specs, &set), specs.colors(&set));
    assert_eq!((keys.as_str(), &colors[..]), ("3214", &[0, 1, 2, 0][..]));
    specs.store_displayed(&set);
    assert_eq!(keys_of(&specs, &set), keys);
    assert_eq!(specs.colors(&set), colors);
    let without = names(&["yes", "maybe", "else"]);
    assert_eq!(keys_of(&specs, &without), "314");
    let json = serde_json::to_string(&specs).expect("JSON");
    assert_eq!(serde_json::from_str::<LabelSpecs>(&json).expect("label specs"), specs);
}

#[test]
fn restored_label_returns_to_its_position_and_takes_no_key() {
    let set = names(&["yes", "no", "maybe"]);
    let mut specs = settled(&set);
    specs
        .set(
            "no",
            LabelSpec {
                key: Some('n'),
                ..specs.of("no")
            },
            &set,
        )
        .expect("free");
    specs.retire("no", 1);
    let without = names(&["yes", "maybe"]);
    assert_eq!(specs.retired(&without).collect::<Vec<_>>(), ["no"]);
    assert_eq!(specs.clone().restore("no", &without), (1, None));
    assert_eq!(
        specs.clone().restore("no", &[]),
        (0, None),
        "the set has become smaller"
    );
    assert_eq!(
        specs.clone().restore("never", &without),
        (2, None),
        "a new label is added at the end"
    );
    let mut back = specs.clone();
    back.restore("no", &without);
    assert_eq!(keys_of(&back, &set), "1n3");
    assert_eq!(back.retired(&set).count(), 0);
    let mut renamed = specs.clone();
    renamed.rename("maybe", "no");
    assert_eq!(
        (renamed.of("no").key, renamed.retired(&without).count()),
        (Some('3'), 0)
    );

    let spec = LabelSpec {
        key: Some('n'),
        ..specs.of("maybe")
    };
    specs.set("maybe", spec, &without).expect("its owner is not there");
    let (index, lost) = specs.restore("no", &without);
    let expected = LostKey {
        name: "no".into(),
        key: 'n',
        owner: "maybe".into(),
    };
    assert_eq!((index, lost), (1, Some(expected)));
    specs.assign_missing(&set);
    assert_eq!(keys_of(&specs, &set), "12n");
}

#[test]
fn restored_label_does_not_share_a_color_that_another_label_got() {
    let many: Vec<String> = (0..N_COLORS).map(|index| index.to_string()).collect();
    let mut specs = settled(&many);
    let color = specs.of("3").color;
    specs.retire("3", 3);
    let mut set: Vec<String> = many.iter().filter(|name| *name != "3").cloned().collect();
    set.push("new".into());
    specs.assign_missing(&set);
    assert_eq!(specs.of("new").color, color, "no other color is free");
    specs.restore("3", &set);
    set.insert(3, "3".into());
    specs.assign_missing(&set);
    assert_eq!(
        (specs.of("3").color, specs.of("new").color),
        (Some(NEUTRAL_COLOR), color)
    );
    // A restored label gets its color back if no other label has the color.
    let mut specs = settled(&many);
    specs.retire("3", 3);
    let without: Vec<String> = many.iter().filter(|name| *name != "3").cloned().collect();
    specs.restore("3", &without);
    assert_eq!(specs.of("3").color, color);
}

#[test]
fn key_in_use_is_rejected_or_exchanged() {
    let set = names(&["yes", "no", "maybe", "else"]);
    let mut specs = settled(&set);
    specs
        .set(
            "maybe",
            LabelSpec {
                key: Some('Y'),
                ..specs.of("maybe")
            },
            &set,
        )
        .expect("free");
    assert_eq!(keys_of(&specs, &set), "12y4");
    let taken = |key, name: &str| Err(NameError::KeyTaken { key, name: name.into() });
    assert_eq!(specs.set("maybe", with_key('1'), &set), taken('1', "yes"));
    assert_eq!(specs.set("no", with_key('y'), &set), taken('y', "maybe"));
    for key in ['j', 'u', '0', '?', 'é'] {
        assert_eq!(specs.set("no", with_key(key), &set), Err(NameError::NoKey { key }));
    }
    assert_eq!(keys_of(&specs, &set), "12y4");
    specs.take_key("maybe", '1', &set);
    assert_eq!(keys_of(&specs, &set), "y214");
    assert_eq!(specs.colors(&set), [16, 17, 18, 19]);
    let without = LabelSpec {
        key: None,
        without_key: true,
        ..specs.of("no")
    };
    specs.set("no", without, &set).expect("no key");
    assert_eq!(keys_of(&specs, &set), "y-14");
    specs.assign_missing(&set);
    assert_eq!(keys_of(&specs, &set), "y-14", "the label was set to have no key");
    specs.take_key("no", '4', &set);
    assert_eq!(
        keys_of(&specs, &set),
        "y412",
        "a label without a key has none to exchange"
    );
}

#[test]
fn labels_without_stored_key_or_color_get_them_by_position() {
    let many: Vec<String> = (0..40).map(|index| index.to_string()).collect();
    let mut specs = LabelSpecs::default();
    specs.set("39", with_key('1'), &many).expect("free");
    let keys: Vec<char> = specs.keys(&many).into_iter().flatten().collect();
    assert_eq!(keys.len(), 31);
    assert_eq!(keys.iter().collect::<BTreeSet<_>>().len(), 31);
    let set = names(&["yes", "no"]);
    let spec = LabelSpec {
        color: Some(5),
        description: " when it is ".into(),
        ..LabelSpec::default()
    };
    specs.set("yes", spec, &set).expect("no key");
    assert_eq!(specs.colors(&set), [5, 1]);
    assert_eq!(specs.of("yes").description, "when it is");
    specs.set("yes", LabelSpec::default(), &set).expect("no key");
    specs.set("39", LabelSpec::default(), &set).expect("no key");
    assert_eq!(specs, LabelSpecs::default());
    // Labels without stored colors get the colors of their positions, and no two labels get equal colors.
    let colors = specs.colors(&many);
    assert_eq!((colors[15], colors[23]), (15, 23));
    assert_eq!((colors[24], colors[39]), (NEUTRAL_COLOR, NEUTRAL_COLOR));
}
