const SLICE_MS = 8;

/**
 * Returns a function that long work awaits now and then: it lets the page answer input once a slice of time is used up.
 * It throws once the signal is aborted.
 */
export function inSlices(signal?: AbortSignal): () => Promise<void> {
  let end = performance.now() + SLICE_MS;
  return async () => {
    signal?.throwIfAborted();
    if (performance.now() < end) return;
    await nextTask();
    signal?.throwIfAborted();
    end = performance.now() + SLICE_MS;
  };
}

/** Waits for a task of its own. Timers would be slowed down in a tab that is not shown. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
