import { RealtimeError } from "./realtime-error";

interface Pending {
  resolve(): void;
  reject(error: RealtimeError): void;
}

/** The frames that the service has yet to acknowledge or refuse, by their numbers. */
export class PendingAnswers {
  readonly #pending = new Map<number, Pending>();
  #last = 0;

  /** Calls `send` with the number of the frame. Resolves with its acknowledgement. */
  await(send: (ref: number) => void): Promise<void> {
    this.#last += 1;
    const ref = this.#last;
    return new Promise((resolve, reject) => {
      this.#pending.set(ref, { resolve, reject });
      send(ref);
    });
  }

  acknowledge(ref: number): void {
    this.#take(ref)?.resolve();
  }

  refuse(ref: number, error: RealtimeError): void {
    this.#take(ref)?.reject(error);
  }

  /** Nobody will say whether they arrived. */
  lose(): void {
    for (const { reject } of this.#pending.values()) reject(notConnected());
    this.#pending.clear();
  }

  #take(ref: number): Pending | undefined {
    const pending = this.#pending.get(ref);
    this.#pending.delete(ref);
    return pending;
  }
}

export function notConnected(): RealtimeError {
  return new RealtimeError("network_error", "There's no connection to the service.");
}
