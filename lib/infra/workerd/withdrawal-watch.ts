import type { Logger } from "pino";
import type { ServiceError } from "@/lib/core/errors";
import type { FunctionInstance } from "./function-instance";

const INTERVAL_MILLISECONDS = 2_000;

/** Returns why functions may not go on, by their ids: nothing of those that may. */
export type FindWithdrawn = (functionIds: readonly string[]) => Promise<ReadonlyMap<string, ServiceError>>;

interface Watched {
  find: FindWithdrawn;
  live(): Iterable<FunctionInstance>;
  log: Logger;
}

/** Ends running calls of functions that may no longer run: a call is only asked about when it begins. */
export class WithdrawalWatch {
  readonly #watched: Watched;
  readonly #timer = setInterval(() => void this.#look(), INTERVAL_MILLISECONDS).unref();
  #isLooking = false;

  constructor(watched: Watched) {
    this.#watched = watched;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #look(): Promise<void> {
    const { find, live, log } = this.#watched;
    const functionIds = [...new Set([...live()].map(({ program }) => program.functionId))];
    if (this.#isLooking || functionIds.length === 0) return;
    this.#isLooking = true;
    try {
      const reasons = await find(functionIds);
      for (const instance of live()) {
        const reason = reasons.get(instance.program.functionId);
        if (reason) instance.withdraw(reason);
      }
    } catch (error) {
      log.warn({ err: error }, "it could not be found out which functions may go on");
    } finally {
      this.#isLooking = false;
    }
  }
}
