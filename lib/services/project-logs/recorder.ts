import type { Logger } from "pino";
import type { RequestSubject } from "@/lib/core/context";
import type { Database } from "@/lib/core/db/client";
import { DelayedWrites } from "@/lib/core/delayed-writes";
import type { Clock } from "@/lib/core/ports/clock";
import type { AnsweredRequest } from "@/lib/core/ports/telemetry";
import { insertRequests, type RequestRow } from "./insert";

const INTERVAL_MS = 1_000;
/** The requests of a project that a process keeps in a second, and the failures that it keeps beyond them. */
export const KEPT_A_SECOND = 20;
export const FAILURES_A_SECOND = 20;
/** Rows that wait while the database is away: of one project, and of all. */
const MOST_OF_ONE = 400;
const MOST_WAITING = 10_000;
const LONGEST_WAIT_MS = 60_000;
const BATCH = 1_000;

/**
 * Keeps the requests of projects in memory and writes them each second and at the end, so that no request waits for it.
 * Requests beyond the limit of a project are counted, and the count is a row. A crash loses at most the waiting rows.
 */
export class RequestRecorder {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #writes = new DelayedWrites(INTERVAL_MS, () => this.#write());
  readonly #clock: Clock;
  #waiting = new Map<string, RequestRow[]>();
  #waitingCount = 0;
  #second = 0;
  /** The number of rows that each project has in the second. */
  #kept = new Map<string, number>();
  #omitted = new Map<string, RequestRow>();
  #isAway = false;

  constructor(db: Database, log: Logger, clock: Clock) {
    this.#db = db;
    this.#log = log;
    this.#clock = clock;
  }

  get waitingCount(): number {
    return this.#waitingCount + this.#omitted.size;
  }

  /** Takes a request of a project; others belong to no log. */
  record(request: AnsweredRequest): void {
    const owner = request.subject?.projectId ?? request.subject?.databaseId;
    if (owner === undefined || request.requestId === undefined) return;
    const row = rowOf(request, request.subject ?? {}, this.#clock.now());
    if (this.#mayKeep(owner, row)) this.#add(owner, row);
    else this.#omit(owner, row, 1);
    this.#writes.soon();
  }

  /** Writes the waiting rows. Logs a failure, and keeps them for the next time. */
  flush(): Promise<void> {
    return this.#writes.flush();
  }

  close(): Promise<void> {
    return this.#writes.close();
  }

  #mayKeep(owner: string, { at, level }: RequestRow): boolean {
    const second = Math.floor(at.getTime() / 1_000);
    if (second !== this.#second) this.#kept = new Map();
    this.#second = second;
    const kept = this.#kept.get(owner) ?? 0;
    const most = level === "info" ? KEPT_A_SECOND : KEPT_A_SECOND + FAILURES_A_SECOND;
    if (kept >= most || !this.#hasRoom(owner)) return false;
    this.#kept.set(owner, kept + 1);
    return true;
  }

  #hasRoom(owner: string): boolean {
    return this.#waitingCount < MOST_WAITING && (this.#waiting.get(owner)?.length ?? 0) < MOST_OF_ONE;
  }

  #add(owner: string, row: RequestRow): void {
    const rows = this.#waiting.get(owner);
    if (rows) rows.push(row);
    else this.#waiting.set(owner, [row]);
    this.#waitingCount += 1;
  }

  #omit(owner: string, { at, projectId, databaseId }: RequestRow, count: number): void {
    const known = this.#omitted.get(owner);
    if (known) Object.assign(known, { at: known.at > at ? known.at : at, omitted: known.omitted + count });
    else if (this.#omitted.size < MOST_WAITING)
      this.#omitted.set(owner, { ...NO_REQUEST, at, projectId, databaseId, omitted: count });
  }

  async #write(): Promise<void> {
    if (this.waitingCount === 0) return;
    const rows = [...this.#waiting].flatMap(([owner, all]) => all.map((row) => ({ owner, row })));
    rows.push(...[...this.#omitted].map(([owner, row]) => ({ owner, row })));
    this.#waiting = new Map();
    this.#waitingCount = 0;
    this.#omitted = new Map();
    let written = 0;
    try {
      for (; written < rows.length; written += BATCH) {
        await insertRequests(
          this.#db,
          rows.slice(written, written + BATCH).map(({ row }) => row),
        );
      }
      this.#isAway = false;
    } catch (error) {
      if (!this.#isAway) this.#log.warn({ err: error }, "the requests of projects could not be written");
      this.#isAway = true;
      this.#putBack(rows.slice(written));
    }
  }

  /** Rows for which there is no room any more, or that have waited for too long, are counted instead. */
  #putBack(rows: readonly { owner: string; row: RequestRow }[]): void {
    const since = this.#clock.now().getTime() - LONGEST_WAIT_MS;
    for (const { owner, row } of rows) {
      if (row.omitted > 0) this.#omit(owner, row, row.omitted);
      else if (row.at.getTime() >= since && this.#hasRoom(owner)) this.#add(owner, row);
      else this.#omit(owner, row, 1);
    }
    this.#writes.soon();
  }
}

const NO_REQUEST: Omit<RequestRow, "at" | "projectId" | "databaseId" | "omitted"> = {
  ...{ level: "warning" as const, operation: "", method: "", status: 0, code: null, durationMs: 0, requestId: "" },
  ...{ userId: null, keyId: null, functionName: null, invocationId: null },
};

function rowOf(request: AnsweredRequest, subject: RequestSubject, at: Date): RequestRow {
  const { operation, method, status, code = null, milliseconds, requestId = "" } = request;
  const { projectId = null, databaseId = null, userId = null, keyId = null } = subject;
  const { functionName = null, invocationId = null } = subject;
  const level = status >= 500 ? "error" : status >= 400 ? "warning" : "info";
  return {
    ...{ at, level, operation, method, status, code, durationMs: Math.round(milliseconds), requestId },
    ...{ projectId, databaseId, userId, keyId, functionName, invocationId, omitted: 0 },
  };
}
