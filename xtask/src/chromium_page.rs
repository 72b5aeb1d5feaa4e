//! Reads index.html, which lists all files of the site in trunk's notation.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use lol_html::html_content::{ContentType, Element};
use lol_html::{RewriteStrSettings, element, rewrite_str, text};

use crate::offline::SERVICE_WORKER;

pub const START: &str = "start.js";

/// Attribute of the links that trunk processes.
const MARK: &str = "data-trunk";
const LINKS: &str = "link[data-trunk]";
const ASSETS: &str = "script#assets";
/// Scripts that the page loads before its program.
const SCRIPTS: &str = "script[src]";

/// A `<link data-trunk>` in index.html.
#[derive(Clone, Debug, PartialEq)]
pub enum Link {
    Rust(Program),
    /// Style sheet that is copied into the site.
    Css {
        href: String,
    },
    Icon {
        href: String,
    },
    /// File that is copied into the site under the same name.
    CopyFile {
        href: String,
    },
    /// Folder that is copied into the site with the same file names.
    CopyDir {
        href: String,
    },
}

/// A binary of the package, and the settings for compiling it.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    pub bin: String,
    pub features: String,
    /// True for a worker, which the app loads. False for the app, which the page loads.
    pub is_worker: bool,
    /// Cargo profile for local use.
    pub profile: String,
    /// Cargo profile for the published site.
    pub publish_profile: String,
    /// Level of wasm-opt, such as `z` or `3`.
    pub wasm_opt: String,
}

impl Program {
    /// Name of the JavaScript module that wasm-bindgen writes.
    pub fn js(&self) -> String {
        format!("{}.js", self.bin)
    }

    /// Name of the module that downloads the pieces of the program that the page needs later.
    pub fn pieces_js(&self) -> String {
        format!("{}-pieces.js", self.bin)
    }

    /// Name of the WebAssembly file that wasm-bindgen writes.
    pub fn wasm(&self) -> String {
        format!("{}_bg.wasm", self.bin)
    }
}

impl Link {
    fn parse(element: &Element) -> Result<Link> {
        let attribute = |name: &str| {
            element
                .get_attribute(name)
                .with_context(|| format!("a <link {MARK}> has no `{name}`"))
        };
        let rel = attribute("rel")?;
        let href = || attribute("href").with_context(|| format!("rel=\"{rel}\""));
        Ok(match rel.as_str() {
            "rust" => Link::Rust(Program {
                bin: attribute("data-bin")?,
                features: attribute("data-cargo-features")?,
                is_worker: match attribute("data-type")?.as_str() {
                    "main" => false,
                    "worker" => {
                        let target = attribute("data-bindgen-target")?;
                        ensure!(
                            target == "web",
                            "data-bindgen-target=\"{target}\": workers here are modules, so `web`"
                        );
                        true
                    }
                    other => bail!("data-type=\"{other}\" is neither main nor worker"),
                },
                profile: attribute("data-cargo-profile")?,
                publish_profile: attribute("data-cargo-profile-release")?,
                wasm_opt: attribute("data-wasm-opt")?,
            }),
            "css" => Link::Css { href: href()? },
            "icon" => Link::Icon { href: href()? },
            "copy-file" => Link::CopyFile { href: href()? },
            "copy-dir" => Link::CopyDir { href: href()? },
            other => bail!("rel=\"{other}\" is a kind of link that xtask does not know"),
        })
    }
}

/// Content of index.html before the site is built.
pub struct Page {
    html: String,
    pub links: Vec<Link>,
    /// Maps the key that the app uses to look up a file to the file's path in the site.
    pub assets: BTreeMap<String, String>,
}

impl Page {
    pub fn read(path: &Path) -> Result<Page> {
        let html = fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        Page::parse(html).with_context(|| format!("in {}", path.display()))
    }

    fn parse(html: String) -> Result<Page> {
        let links = RefCell::new(Vec::new());
        let json = RefCell::new(String::new());
        let settings = RewriteStrSettings {
            element_content_handlers: vec![
                element!(LINKS, |element| {
                    links.borrow_mut().push(Link::parse(element)?);
                    Ok(())
                }),
                text!(ASSETS, |chunk| {
                    json.borrow_mut().push_str(chunk.as_str());
                    Ok(())
                }),
            ],
            ..RewriteStrSettings::new()
        };
        rewrite_str(&html, settings).map_err(|error| anyhow!("{error}"))?;
        let assets = serde_json::from_str(&json.into_inner()).context("<script id=\"assets\"> is no map of names")?;
        Ok(Page {
            html,
            links: links.into_inner(),
            assets,
        })
    }

    pub fn programs(&self) -> impl Iterator<Item = &Program> {
        self.links.iter().filter_map(|link| match link {
            Link::Rust(program) => Some(program),
            _ => None,
        })
    }

    /// `name_of` maps a plain path in the site to the path of the published file.
    pub fn render(&self, name_of: &dyn Fn(&str) -> String) -> Result<String> {
        let settings = RewriteStrSettings {
            element_content_handlers: vec![
                element!(LINKS, |element| {
                    match Link::parse(element)? {
                        Link::Rust(program) if !program.is_worker => {
                            let html = format!(
                                concat!(
                                    "<link rel=\"modulepreload\" href=\"{js}\">\n    ",
                                    "<link rel=\"modulepreload\" href=\"{pieces}\">\n    ",
                                    "<link rel=\"preload\" href=\"{wasm}\" as=\"fetch\" type=\"application/wasm\" crossorigin>\n    ",
                                    "<script type=\"module\" src=\"{start}\"></script>"
                                ),
                                js = name_of(&program.js()),
                                pieces = name_of(&program.pieces_js()),
                                wasm = name_of(&program.wasm()),
                                start = name_of(START),
                            );
                            element.replace(&html, ContentType::Html);
                        }
                        Link::Css { href } => {
                            element.remove_attribute(MARK);
                            element.set_attribute("rel", "stylesheet")?;
                            element.set_attribute("href", &name_of(file_name(&href)))?;
                        }
                        Link::Icon { href } => {
                            element.remove_attribute(MARK);
                            element.set_attribute("href", &name_of(file_name(&href)))?;
                        }
                        Link::Rust(_) | Link::CopyFile { .. } | Link::CopyDir { .. } => element.remove(),
                    }
                    Ok(())
                }),
                element!(SCRIPTS, |element| {
                    let path = element.get_attribute("src").unwrap_or_default();
                    element.set_attribute("src", &name_of(&path))?;
                    Ok(())
                }),
                element!(ASSETS, |element| {
                    let named = self.assets.iter().map(|(key, path)| (key.as_str(), name_of(path)));
                    let named: BTreeMap<_, _> = named.chain([("service-worker", SERVICE_WORKER.to_owned())]).collect();
                    element.set_inner_content(&serde_json::to_string(&named)?, ContentType::Html);
                    Ok(())
                }),
            ],
            ..RewriteStrSettings::new()
        };
        rewrite_str(&self.html, settings).map_err(|error| anyhow!("{error}"))
    }
}

/// Last component of `href`, which is the file name in the site.
pub fn file_name(href: &str) -> &str {
    href.rsplit('/').next().unwrap_or(href)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = r#"<!doctype html><head>
<link data-trunk rel="rust" data-bin="app" data-type="main" data-cargo-features="app" data-cargo-profile="release" data-cargo-profile-release="wasm-app" data-wasm-opt="z">
<link data-trunk rel="css" href="www/style.css"><script src="theme.js"></script><link rel="author" href="humans.txt">
<link data-trunk rel="copy-dir" href="www/models">
<script type="application/json" id="assets">{"model": "models/m.onnx"}</script></head>"#;

    #[test]
    fn links_and_assets_are_parsed() {
        let page = Page::parse(HTML.into()).unwrap();
        assert_eq!(page.links.len(), 3);
        assert_eq!(page.programs().next().unwrap().wasm(), "app_bg.wasm");
        assert_eq!(
            page.links[2],
            Link::CopyDir {
                href: "www/models".into()
            }
        );
        assert_eq!(page.assets["model"], "models/m.onnx");
    }

    #[test]
    fn every_name_is_rewritten_and_trunk_attributes_are_removed() {
        let html = Page::parse(HTML.into())
            .unwrap()
            .render(&|path| format!("{path}?hashed"))
            .unwrap();
        for name in [
            "app.js",
            "app-pieces.js",
            "app_bg.wasm",
            "start.js",
            "style.css",
            "theme.js",
            "models/m.onnx",
        ] {
            assert!(html.contains(&format!("{name}?hashed\"")), "{name} in {html}");
        }
        assert!(html.contains("humans.txt\""));
        assert!(!html.contains(MARK));
    }

    #[test]
    fn unknown_link_is_named_in_error() {
        let error = Page::parse("<link data-trunk rel=\"sass\" href=\"a.scss\">".into())
            .err()
            .unwrap();
        assert!(format!("{error:#}").contains("sass"), "{error:#}");
    }
}
