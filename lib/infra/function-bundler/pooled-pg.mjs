// Stands for `pg` in functions, with pools that are one for each call: a connection ends with the call that opened it, and
// a pool of a whole file would hand it to the next. The service keeps the sessions behind them (docs/decisions/116).
import { EventEmitter } from "node:events";
import pg from "pg";
import { running } from "report";

const EVENTS = ["connect", "acquire", "release", "remove"];

export class Pool extends EventEmitter {
  #pools = new WeakMap();

  constructor(options) {
    super();
    this.options = { ...options };
  }

  connect(...args) {
    return this.#own().connect(...args);
  }

  query(...args) {
    return this.#own().query(...args);
  }

  /** Ends the pool of this call; the next call has one of its own. */
  end(done) {
    const known = this.#known();
    this.#pools.delete(running.getStore() ?? this);
    if (known) return known.end(done);
    return typeof done === "function" ? void done() : Promise.resolve();
  }

  get totalCount() {
    return this.#known()?.totalCount ?? 0;
  }

  get idleCount() {
    return this.#known()?.idleCount ?? 0;
  }

  get waitingCount() {
    return this.#known()?.waitingCount ?? 0;
  }

  get ended() {
    return this.#known()?.ended ?? false;
  }

  #known() {
    return this.#pools.get(running.getStore() ?? this);
  }

  #own() {
    const call = running.getStore();
    if (!call) throw new Error("A pool connects inside fetch alone: there is no request yet.");
    return this.#known() ?? this.#open(call);
  }

  #open(call) {
    const own = new pg.Pool(this.options);
    for (const event of EVENTS) own.on(event, (...args) => this.emit(event, ...args));
    own.on("error", (...args) => this.listenerCount("error") > 0 && this.emit("error", ...args));
    this.#pools.set(call, own);
    return own;
  }
}

export default new Proxy(pg, { get: (target, name) => (name === "Pool" ? Pool : Reflect.get(target, name)) });
export const {
  Client,
  Connection,
  DatabaseError,
  defaults,
  escapeIdentifier,
  escapeLiteral,
  Query,
  Result,
  TypeOverrides,
  types,
} = pg;
