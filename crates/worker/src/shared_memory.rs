//! Memory that the page shares with its workers.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use js_sys::{SharedArrayBuffer, Uint8Array};
use wasm_bindgen::JsValue;

use fastgas_embedding::SharedBytes;
use fastgas_protocol::transport::shared_memory_of;

thread_local! {
    /// Maps numbers to views of shared memory. A [`SharedMemory`] contains only a number.
    /// Several threads may use the encoder, but JavaScript values belong to one thread.
    static VIEWS: RefCell<BTreeMap<u32, Uint8Array>> = const { RefCell::new(BTreeMap::new()) };
    static N_VIEWS: Cell<u32> = const { Cell::new(0) };
}

/// Memory that the page shares with its workers. Neither the page nor a worker changes this memory.
pub struct SharedMemory {
    number: u32,
    length: usize,
}

pub fn shared_bytes(message: &JsValue) -> Option<Arc<dyn SharedBytes>> {
    let buffer = shared_memory_of(message)?;
    Some(Arc::new(SharedMemory::new(&buffer)))
}

impl SharedMemory {
    fn new(buffer: &SharedArrayBuffer) -> SharedMemory {
        let number = N_VIEWS.replace(N_VIEWS.get() + 1);
        VIEWS.with_borrow_mut(|views| views.insert(number, Uint8Array::new(buffer)));
        SharedMemory {
            number,
            length: buffer.byte_length() as usize,
        }
    }
}

impl SharedBytes for SharedMemory {
    fn len(&self) -> usize {
        self.length
    }

    fn read(&self, start: usize, out: &mut [u8]) {
        let (start, end) = (start as u32, (start + out.len()) as u32);
        VIEWS.with_borrow(|views| views[&self.number].subarray(start, end).copy_to(out));
    }
}

impl Drop for SharedMemory {
    fn drop(&mut self) {
        VIEWS.with_borrow_mut(|views| views.remove(&self.number));
    }
}
