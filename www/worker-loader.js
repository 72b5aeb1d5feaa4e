// Starts a worker's WebAssembly from the module that the page compiled once for all workers.
// A failure is rethrown as the worker's `error` event, which is what the page listens to.
self.onmessage = async ({ data: { module, script } }) => {
  try {
    const { default: init } = await import(script);
    await init({ module_or_path: module });
  } catch (error) {
    self.reportError(error);
  }
};
