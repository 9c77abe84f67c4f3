import type { IncomingMessage } from "node:http";
import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";

/** A sender that still lives may bring its last bytes; one whose connection is dead would keep its upload. */
const GRACE_MILLISECONDS = 3_000;
const PATIENCE_MILLISECONDS = 30_000;

interface Holder {
  request: IncomingMessage;
  released: Promise<void>;
}

/**
 * Lets one request at a time have an upload. A request that follows ends the one before, which keeps the bytes that
 * have arrived.
 */
export class UploadLocks {
  readonly #holders = new Map<string, Holder>();

  /** Throws `service_unavailable` where the request before doesn't end. */
  async hold<T>(uploadId: string, request: IncomingMessage, work: () => Promise<T>): Promise<T> {
    const giveUpAt = performance.now() + PATIENCE_MILLISECONDS;
    for (let holder = this.#holders.get(uploadId); holder; holder = this.#holders.get(uploadId)) {
      await endingOf(holder, giveUpAt - performance.now());
    }
    const { promise: released, resolve } = Promise.withResolvers<void>();
    this.#holders.set(uploadId, { request, released });
    try {
      return await work();
    } finally {
      this.#holders.delete(uploadId);
      resolve();
    }
  }
}

async function endingOf({ request, released }: Holder, patience: number): Promise<void> {
  const { promise: waitedEnough, reject } = Promise.withResolvers<never>();
  const endGrace = startPatience(GRACE_MILLISECONDS, () => request.destroy());
  const busy = new ServiceError("service_unavailable", "Another request has the upload. Try again in a moment.", {
    retryAfterSeconds: 1,
  });
  const endPatience = startPatience(Math.max(0, patience), () => reject(busy));
  try {
    await Promise.race([released, waitedEnough]);
  } finally {
    endGrace();
    endPatience();
  }
}
