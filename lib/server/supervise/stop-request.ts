const PARENT_CHECK_MILLISECONDS = 250;

/** Remembers that the process was asked to end, from its first moment on. */
export class StopRequest {
  readonly #controller = new AbortController();
  readonly requested: Promise<void>;
  #requestedAt = 0;

  /** The process is also asked to end when the process `parentPid`, which started it, is gone. */
  constructor(parentPid: number | null = null) {
    this.requested = new Promise((resolve) => {
      const stop = () => {
        if (this.isRequested) return;
        this.#requestedAt = performance.now();
        this.#controller.abort();
        resolve();
      };
      // The terminal and the process that started this one may both pass the signal on.
      for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, stop);
      if (process.send) process.on("disconnect", stop);
      // A process that started this one may be gone before the code that listens for its end was loaded.
      if (process.send && !process.connected) stop();
      if (parentPid === null) return;
      setInterval(() => void (process.ppid !== parentPid && stop()), PARENT_CHECK_MILLISECONDS).unref();
    });
  }

  get isRequested(): boolean {
    return this.#controller.signal.aborted;
  }

  /** Returns the milliseconds left of `total` since the request, at least `minimum`. */
  remaining(total: number, minimum: number): number {
    return this.isRequested ? Math.max(minimum, total - (performance.now() - this.#requestedAt)) : total;
  }
}
