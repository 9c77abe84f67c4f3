import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction } from "@/lib/sql/customer-session/in-transaction";
import {
  ensureEndUserRole,
  ensureOutbox,
  followTrees,
  openOutboxSession,
  type RealtimeDatabase,
  readOutboxVersion,
  SESSION_NAMES,
} from "../outbox/open";
import { type PublishedTable, prepareTables, readPreparedTables } from "../outbox/read-tables";
import { preparePoll, type RecordedTransaction, readBetween, readPoll } from "./poll";
import { type GapReason, isTrimmedSince, type KnownOutbox, knownOf, lossOf, type Position } from "./position";
import { QUIET_LOOK_MS, QuietTime } from "./quiet";
import { currentSnapshot, noTables, settleIn } from "./settle";

const BUSY_MS = 20;
const IDLE_MS = 100;
/** The time after a change for which the next is looked for quickly. */
const STAYS_BUSY_MS = 500;
/** The time after a change for which writers are asked to wake the reader. */
const STAYS_AWAKE_MS = 2_000;
const TABLES_EVERY_MS = 5_000;
const TRIM_EVERY_MS = 10_000;
const RETRY_MS = [250, 500, 1_000, 2_000, 5_000, 10_000] as const;
/** Changes that can't be read so many times are given up. */
const POLL_ATTEMPTS = 3;
const STATEMENT_TIMEOUT_MS = 5_000;

export interface ReaderEvents {
  /** Is called with the tables as they are published now, before the transactions that follow. */
  tables(tables: readonly PublishedTable[]): Promise<void>;
  /** The transactions are in the order in which they became visible. */
  read(transactions: readonly RecordedTransaction[], position: Position): void;
  /** Changes before this position are lost. */
  lost(reason: GapReason, position: Position): void;
  /** Reading has stopped and is tried again, which may have failed too. */
  failed(error: unknown): void;
  /** Reading goes on from the place where it stopped. */
  recovered(): void;
}

/** Reads the outbox of one database, for this process, until it is closed. */
export class OutboxReader {
  readonly #ctx: Context;
  readonly #database: RealtimeDatabase;
  readonly #events: ReaderEvents;
  readonly #quietLookMs: number;
  readonly #end = new AbortController();
  #requests: (() => Promise<void>)[] = [];
  /** The callers of `refresh` that wait for the next poll, which reads the tables. */
  #waiting: (() => void)[] = [];
  #wake: () => void = () => {};
  #session: CustomerSession | null = null;
  #quiet: QuietTime | null = null;
  #position: Position | null = null;
  #known: KnownOutbox = { outboxId: null, trimmedThrough: 0n };
  #hasFailed = false;
  /** The number of sessions that have failed at the changes that come next. */
  #failedPolls = 0;

  constructor(ctx: Context, database: RealtimeDatabase, events: ReaderEvents, quietLookMs = QUIET_LOOK_MS) {
    [this.#ctx, this.#database, this.#events, this.#quietLookMs] = [ctx, database, events, quietLookMs];
  }

  get position(): Position | null {
    return this.#position;
  }

  /**
   * Opens the session and goes on by itself from then on. Throws the errors of opening a session, `not_found`,
   * `conflict`.
   */
  async start(): Promise<Position> {
    const position = await this.#open();
    void this.#run();
    return position;
  }

  /** Resolves once tables and changes have been read that were there when it was called. */
  refresh(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#wake();
    });
  }

  /** Returns the changes that became visible between two positions; `null` if they cannot be told any more. */
  readSince(since: Position, until: Position): Promise<readonly RecordedTransaction[] | null> {
    if (since.place !== until.place) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      this.#requests.push(async () => {
        const session = this.#session;
        const isWhole = session !== null && !isTrimmedSince(this.#known.trimmedThrough, since);
        await (isWhole ? readBetween(session, since.snapshot, until.snapshot) : Promise.resolve(null)).then(
          resolve,
          reject,
        );
      });
      this.#wake();
    });
  }

  async close(): Promise<void> {
    this.#end.abort();
    await this.#closeSession();
    await this.#answer();
    for (const go of this.#waiting.splice(0)) go();
  }

  async #answer(): Promise<void> {
    for (const request of this.#requests.splice(0)) await request();
  }

  /** Opens the session, and goes on where the one before stopped, if nothing is missing since. */
  async #open(): Promise<Position> {
    const options = { applicationName: SESSION_NAMES.reader, statementTimeoutMs: STATEMENT_TIMEOUT_MS };
    const session = await openOutboxSession(this.#ctx, this.#database, options);
    this.#session = session;
    try {
      this.#end.signal.throwIfAborted();
      if ((await readOutboxVersion(session)) === null) throw noTables();
      await inTransaction(session, "BEGIN", () => ensureOutbox(session));
      await ensureEndUserRole(this.#ctx, session, this.#database);
      await preparePoll(session);
      await prepareTables(session);
      this.#quiet = new QuietTime(session, this.#quietLookMs);
      await this.#quiet.listen(() => this.#wake());
      const placeId = await settleIn(session);
      await this.#events.tables(await this.#tables(session));
      const start = await readPoll(session, await currentSnapshot(session));
      const place = `${this.#database.hostId}/${placeId}`;
      const before = this.#position;
      const isWhole = before?.place === place && this.#known.outboxId === start.outboxId;
      if (isWhole && this.#failedPolls < POLL_ATTEMPTS) return before;
      this.#known = knownOf(start);
      this.#position = { place, snapshot: start.snapshot };
      if (before) this.#events.lost("access", this.#position);
      return this.#position;
    } catch (error) {
      await this.#closeSession();
      throw error;
    }
  }

  async #run(): Promise<void> {
    let attempt = 0;
    while (!this.#end.signal.aborted) {
      try {
        if (!this.#session?.isOpen) await this.#open();
        await this.#poll(() => {
          attempt = 0;
        });
      } catch (error) {
        if (this.#end.signal.aborted) return;
        this.#hasFailed = true;
        this.#events.failed(error);
        await this.#closeSession();
        await this.#answer();
        for (const go of this.#waiting.splice(0)) go();
        await this.#pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] ?? IDLE_MS);
        attempt += 1;
      }
    }
  }

  /** Polls until the session fails or the reader is closed. */
  async #poll(onSuccess: () => void): Promise<void> {
    let [changedAt, tablesAt, trimmedAt] = [Number.NEGATIVE_INFINITY, performance.now(), performance.now()];
    while (!this.#end.signal.aborted) {
      const session = this.#session;
      const before = this.#position;
      if (!session || !before) return;
      const waiting = this.#waiting.splice(0);
      await this.#answer();
      this.#failedPolls += 1;
      const poll = await readPoll(session, before.snapshot);
      this.#failedPolls = 0;
      onSuccess();
      if (this.#hasFailed) this.#events.recovered();
      this.#hasFailed = false;
      const hasRows = poll.transactions.length > 0;
      if (hasRows || waiting.length > 0 || performance.now() - tablesAt > TABLES_EVERY_MS) {
        await this.#events.tables(await this.#tables(session));
        tablesAt = performance.now();
      }
      const reason = lossOf(poll, this.#known, before);
      this.#position = { place: before.place, snapshot: poll.snapshot };
      this.#known = knownOf(poll);
      if (reason) this.#events.lost(reason, this.#position);
      else if (hasRows) this.#events.read(poll.transactions, this.#position);
      for (const go of waiting) go();
      if (hasRows || this.#quiet?.isBroken) changedAt = performance.now();
      if (performance.now() - trimmedAt > TRIM_EVERY_MS) {
        await this.#trim(session, poll.snapshot);
        trimmedAt = performance.now();
      }
      await this.#rest(performance.now() - changedAt);
    }
  }

  /** The outbox tells every reader of a change of a tree, or past the triggers, once all of the tree is recorded. */
  async #tables(session: CustomerSession): Promise<PublishedTable[]> {
    const tables = await readPreparedTables(session, this.#database.id);
    if (tables.every(({ isFollowed, isKept }) => isFollowed && isKept)) return tables;
    await followTrees(session);
    return readPreparedTables(session, this.#database.id);
  }

  /** Trims by others since the last poll are left for the next one to find. */
  async #trim(session: CustomerSession, seen: string): Promise<void> {
    await inTransaction(session, "BEGIN", async () => {
      // A writer may hold it until its transaction ends.
      const state = await session.query(
        "SELECT trimmed_through::text FROM coppice_realtime.state FOR UPDATE SKIP LOCKED",
      );
      const before = state.rows[0]?.[0];
      if (!before) return;
      const { rows } = await session.query("SELECT coppice_realtime.trim($1::pg_snapshot)::text", [seen]);
      const after = rows[0]?.[0];
      if (after && BigInt(before) === this.#known.trimmedThrough) {
        this.#known = { ...this.#known, trimmedThrough: BigInt(after) };
      }
    });
  }

  /** Waits until changes are looked for again. */
  async #rest(sinceChange: number): Promise<void> {
    if (sinceChange < STAYS_AWAKE_MS) {
      await this.#quiet?.end();
      await this.#pause(sinceChange < STAYS_BUSY_MS ? BUSY_MS : IDLE_MS);
    } else {
      await this.#pause((await this.#quiet?.goOn()) ?? IDLE_MS);
    }
  }

  async #pause(milliseconds: number): Promise<void> {
    if (milliseconds === 0 || this.#waiting.length > 0 || this.#requests.length > 0 || this.#quiet?.isBroken) return;
    const awake = new AbortController();
    this.#wake = () => awake.abort();
    const signal = AbortSignal.any([awake.signal, this.#end.signal]);
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  async #closeSession(): Promise<void> {
    const session = this.#session;
    [this.#session, this.#quiet] = [null, null];
    await session?.close();
  }
}
