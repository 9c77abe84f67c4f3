import type { Verdict } from "./messages";

/** Above it, one message could fill the server's memory. */
const MAX_MESSAGE_BYTES = 16 * 1_048_576;
const TERMINATE = "X";
const READY_FOR_QUERY = "Z";
/** Each of these is answered by one ReadyForQuery: Query, Sync and FunctionCall. */
const ANSWERED = new Set(["Q", "S", "F"]);
/** These are settled by the next Sync: Parse, Bind, Describe, Execute, Close, Flush. */
const AWAIT_SYNC = new Set(["P", "B", "D", "E", "C", "H"]);

export type EndOfUse = "terminated" | "lost" | "too large";

/** Follows one client's use of a session, to know when nothing of it is under way. */
export class SessionUse {
  readonly leaving: Promise<void>;
  readonly #end: (end: EndOfUse) => void;
  readonly #leave: () => void;
  #pending = 0;
  #isUnsynced = false;
  #isLeaving = false;

  constructor(end: (end: EndOfUse) => void) {
    const { promise, resolve } = Promise.withResolvers<void>();
    [this.leaving, this.#leave] = [promise, resolve];
    this.#end = end;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Whether the server has answered everything. A client that breaks the protocol never gets it there. */
  get isAtRest(): boolean {
    return this.#pending === 0 && !this.#isUnsynced;
  }

  judgeClient(type: string, length: number): Verdict {
    if (type === "" || length > MAX_MESSAGE_BYTES) {
      this.#end("too large");
      return "stop";
    }
    if (type === TERMINATE) {
      this.#isLeaving = true;
      this.#leave();
      if (this.#pending === 0) this.#end("terminated");
      return "stop";
    }
    if (ANSWERED.has(type)) this.#pending += 1;
    if (type === "S") this.#isUnsynced = false;
    if (AWAIT_SYNC.has(type)) this.#isUnsynced = true;
    return "pass";
  }

  judgeServer(type: string): Verdict {
    if (type === READY_FOR_QUERY) this.#pending -= 1;
    if (this.#isLeaving && this.#pending === 0) this.#end("terminated");
    return "pass";
  }
}
