//! Observes the size of page elements.

use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::ResizeObserver;

/// Observes the size of an element until this value is dropped.
pub struct ResizeGuard {
    observer: Option<ResizeObserver>,
    _on_resize: Closure<dyn FnMut()>,
}

/// Calls `on_resize` once at the start and after every change of the size.
pub fn watch_size(element: &web_sys::Element, on_resize: impl FnMut() + 'static) -> ResizeGuard {
    let on_resize = Closure::<dyn FnMut()>::new(on_resize);
    let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok();
    if let Some(observer) = &observer {
        observer.observe(element);
    }
    ResizeGuard {
        observer,
        _on_resize: on_resize,
    }
}

impl Drop for ResizeGuard {
    fn drop(&mut self) {
        if let Some(observer) = &self.observer {
            observer.disconnect();
        }
    }
}
