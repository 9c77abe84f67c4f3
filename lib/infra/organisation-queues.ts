import PQueue from "p-queue";
import { ServiceError } from "@/lib/core/errors";
import type { OperationQueue } from "@/lib/core/ports/operation-queue";

const AT_ONCE = 4;
const WAITING = 60;
/** Most operations take less than that, so that a place is free again. */
const RETRY_AFTER_SECONDS = 5;

/** One queue for each organisation that has operations in this process, so that none waits for another's. */
export class OrganisationQueues implements OperationQueue {
  readonly #queues = new Map<string, PQueue>();

  async run<T>(organisationId: string, work: () => Promise<T>): Promise<T> {
    const queue = this.#queues.get(organisationId) ?? new PQueue({ concurrency: AT_ONCE });
    if (queue.size >= WAITING) {
      throw new ServiceError(
        "rate_limited",
        `The organisation already has ${AT_ONCE} operations running and ${WAITING} waiting. Try again in ${RETRY_AFTER_SECONDS} s.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    }
    this.#queues.set(organisationId, queue);
    try {
      return await queue.add(work);
    } finally {
      if (queue.size === 0 && queue.pending === 0) this.#queues.delete(organisationId);
    }
  }
}
