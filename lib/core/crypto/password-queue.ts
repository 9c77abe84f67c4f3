import { availableParallelism } from "node:os";
import PQueue from "p-queue";
import { ServiceError } from "@/lib/core/errors";
import { hashPassword, verifyPassword } from "./password";

/** A hash runs on a thread of its own, so more hashes than cores would only slow each other down. */
const CONCURRENCY = availableParallelism();
/** A hash takes about 20 ms, so the last one in the queue waits about a third of a second. */
const WAITING_PER_CORE = 16;

export class PasswordQueue {
  readonly #queue = new PQueue({ concurrency: CONCURRENCY });
  readonly #maxWaiting: number;
  #places = 0;

  constructor(maxWaiting = CONCURRENCY * WAITING_PER_CORE) {
    this.#maxWaiting = maxWaiting;
  }

  hasRoom(): boolean {
    return this.#queue.size + this.#places < this.#maxWaiting;
  }

  /** Throws `service_unavailable` when the queue is full. */
  requireRoom(): void {
    if (this.hasRoom()) return;
    throw new ServiceError("service_unavailable", "Too many sign-ins at once.", { retryAfterSeconds: 1 });
  }

  /** Keeps a place until `work` calls `takePlace` right before it hashes. Throws `service_unavailable`. */
  async withPlace<T>(work: (takePlace: () => void) => Promise<T>): Promise<T> {
    this.requireRoom();
    this.#places += 1;
    let isKept = true;
    const takePlace = () => {
      if (isKept) this.#places -= 1;
      isKept = false;
    };
    try {
      return await work(takePlace);
    } finally {
      takePlace();
    }
  }

  hash(password: string): Promise<string> {
    return this.#run(() => hashPassword(password));
  }

  /** Takes as long without a hash as with one. Throws `service_unavailable` when the queue is full. */
  verify(passwordHash: string | null, password: string): Promise<boolean> {
    return this.#run(() => verifyPassword(passwordHash, password));
  }

  async #run<T>(work: () => Promise<T>): Promise<T> {
    this.requireRoom();
    return this.#queue.add(work);
  }
}
