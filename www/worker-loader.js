// Starts the WebAssembly program of a worker from the module that the page compiled once for all workers.
// A failure is reported to the page as an `error` event of the worker.
self.onmessage = async ({ data: { module, script, requests } }) => {
  try {
    tellRequests(requests);
    const { default: init } = await import(script);
    await init({ module_or_path: module });
  } catch (error) {
    self.reportError(error);
  }
};

// Reports the network requests of the worker to the page, on the broadcast channel `name`.
function tellRequests(name) {
  const page = new BroadcastChannel(name);
  const observer = new PerformanceObserver((list) => page.postMessage({ asked: list.getEntries().map((entry) => entry.name) }));
  observer.observe({ type: "resource", buffered: true });
  self.addEventListener("securitypolicyviolation", (event) => page.postMessage({ refused: event.blockedURI }));
}
