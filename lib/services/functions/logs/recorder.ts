import type { Logger } from "pino";
import type { Database } from "@/lib/core/db/client";
import { DelayedWrites } from "@/lib/core/delayed-writes";
import type { FunctionOutcome } from "@/lib/core/ports/function-runtime";
import type { UsageRecorder } from "../../usage/recorder";
import { entriesOf, type NewEntry } from "./entries";

const INTERVAL_MS = 500;
/** Beyond this many entries that wait, the database doesn't keep up, and lines are left out. */
const MOST_WAITING = 20_000;
const BATCH = 2_000;

/**
 * Writes the outcome of invocations: entries of the log in one statement each half a second and at the end, and how
 * many there were and how long they took. A crash loses at most one interval.
 */
export class OutcomeRecorder {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #writes = new DelayedWrites(INTERVAL_MS, () => this.#write());
  readonly #usage: UsageRecorder;
  readonly #names = new Map<string, Promise<string | null>>();
  #waiting: NewEntry[] = [];
  #dropped = 0;

  constructor({ db, log, usage }: { db: Database; log: Logger; usage: UsageRecorder }) {
    this.#db = db;
    this.#log = log;
    this.#usage = usage;
  }

  record(outcome: FunctionOutcome): void {
    const entries = entriesOf(outcome);
    const room = MOST_WAITING - this.#waiting.length;
    // The invocation's result is its last entry, which is kept in any case.
    const kept = entries.length <= room ? entries : entries.slice(-1);
    this.#dropped += entries.length - kept.length;
    this.#waiting.push(...kept);
    this.#writes.soon();
    this.#writes.before(() => this.#count(outcome));
  }

  /** Writes the waiting entries. Logs a failure and leaves those entries out. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async close(): Promise<void> {
    await this.#writes.close();
    await this.#usage.flush();
  }

  async #count({ projectId, functionId, durationMilliseconds, ...outcome }: FunctionOutcome): Promise<void> {
    const name = await this.#nameOf(functionId);
    if (name === null) return;
    this.#usage.record({ projectId, metric: "invocation", name, amount: durationMilliseconds });
    if (hasFailed(outcome)) this.#usage.record({ projectId, metric: "invocation-error", name, amount: 1 });
    if (outcome.responseBytes > 0) this.#usage.record({ projectId, metric: "egress", amount: outcome.responseBytes });
  }

  /** Functions are never renamed. */
  #nameOf(functionId: string): Promise<string | null> {
    const known = this.#names.get(functionId);
    if (known) return known;
    const found = this.#db.projectFunction
      .findUnique({ where: { id: functionId }, select: { name: true } })
      .then((row) => row?.name ?? null)
      .catch((error: unknown) => {
        this.#log.warn({ err: error, functionId }, "an invocation could not be counted");
        this.#names.delete(functionId);
        return null;
      });
    if (this.#names.size >= 10_000) this.#names.clear();
    this.#names.set(functionId, found);
    return found;
  }

  async #write(): Promise<void> {
    const entries = this.#waiting;
    this.#waiting = [];
    if (this.#dropped > 0) this.#log.warn({ entries: this.#dropped }, "entries of functions' logs were left out");
    this.#dropped = 0;
    for (let start = 0; start < entries.length; start += BATCH) {
      await this.#insert(entries.slice(start, start + BATCH)).catch((error: unknown) => {
        this.#log.warn({ err: error }, "entries of functions' logs could not be written");
      });
    }
  }

  /** Writes entries to the log. Entries of functions that were deleted meanwhile are left out. */
  async #insert(entries: readonly NewEntry[]): Promise<void> {
    await this.#db.$executeRaw`
      insert into function_log 
        (project_id, function_id, version, invocation_id, at, kind, level, message, outcome, duration_ms)
      select f.project_id, f.id, v.number, e.invocation_id, e.at, e.kind, e.level, e.message, e.outcome, e.duration_ms
      from unnest(
        ${entries.map(({ functionId }) => functionId)}::text[], ${entries.map(({ versionId }) => versionId)}::text[],
        ${entries.map(({ invocationId }) => invocationId)}::text[], ${entries.map(({ at }) => at.toISOString())}::timestamptz[],
        ${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ level }) => level)}::text[],
        ${entries.map(({ message }) => message)}::text[],
        ${entries.map(({ outcome }) => outcome)}::text[], ${entries.map(({ durationMs }) => durationMs)}::int[]
      ) with ordinality as e
        (function_id, version_id, invocation_id, at, kind, level, message, outcome, duration_ms, place)
      join function f on f.id = e.function_id
      left join function_version v on v.id = e.version_id
      order by e.place`;
  }
}

function hasFailed({ outcome, status }: Pick<FunctionOutcome, "outcome" | "status">): boolean {
  return outcome !== "ok" || (status ?? 0) >= 500;
}
