import { ServiceError } from "@/lib/core/errors";
import type { Plan } from "../authorization/plan";
import type { RowAuthorizer, Subscriber } from "../authorization/row-authorizer";
import { type View, type Visibility, viewOf } from "../authorization/view";
import type { PublishedTable } from "../outbox/read-tables";
import type { RecordedChange, RecordedRow } from "../reader/poll";
import type { GapReason } from "../reader/position";
import type { NumberedTransaction } from "./replay-buffer";
import { isBulk, isOf, isOfShape, ownersOf } from "./route";
import type { ChangeSink, ChangeSubscription } from "./subscription";

/** A published table as it is now, and how it is decided who sees its rows. */
export interface ShownTable {
  table: PublishedTable;
  plan: Plan;
}

/** Returns whether a user, or with `null` a visitor, may follow the table at all. */
export function isFor({ plan }: ShownTable, userId: string | null): boolean {
  return userId !== null || (plan.kind !== "signed-in" && plan.kind !== "columns");
}

export interface Member {
  asked: ChangeSubscription;
  sink: ChangeSink;
  /** A transaction with a higher number came after the subscription. */
  after: number;
  /** Is made again when the table has changed. */
  view: { of: PublishedTable; sees: View };
}

type Work =
  | { kind: "transactions"; transactions: readonly NumberedTransaction[] }
  | { kind: "gap"; reason: GapReason; cursor: string };
/** Work for one of the members alone has it as `only`. */
type Job = Work & { only?: Member };

const MAX_WAITING = 1_000;

/** The subscriptions of one user to one table: their view is decided once, and told to them in order. */
export class SubscriberGroup {
  readonly projectId: string;
  readonly name: string;
  readonly subscriber: Subscriber;
  readonly members = new Set<Member>();
  readonly #authorizer: RowAuthorizer;
  readonly #shown: () => ShownTable | undefined;
  readonly #leave: (member: Member) => void;
  #jobs: Job[] = [];
  #isBusy = false;

  constructor(
    of: { projectId: string; name: string; subscriber: Subscriber },
    parts: { authorizer: RowAuthorizer; shown: () => ShownTable | undefined; leave: (member: Member) => void },
  ) {
    [this.projectId, this.name, this.subscriber] = [of.projectId, of.name, of.subscriber];
    [this.#authorizer, this.#shown, this.#leave] = [parts.authorizer, parts.shown, parts.leave];
  }

  add(job: Job): void {
    const last = job.kind === "transactions" ? job.transactions.at(-1) : null;
    if (this.#jobs.length >= MAX_WAITING) {
      const cursor = job.kind === "gap" ? job.cursor : (last?.cursor ?? "");
      this.#jobs = [{ kind: "gap", reason: "overflow", cursor }];
    } else this.#jobs.push(job);
    if (!this.#isBusy) void this.#work();
  }

  /** Ends all subscriptions with an error. */
  end(error: ServiceError): void {
    this.#jobs = [];
    for (const member of [...this.members]) this.#endOne(member, error);
  }

  #endOne(member: Member, error: ServiceError): void {
    this.#leave(member);
    member.sink.error(error);
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    // A client that has just subscribed is told nothing before that is done.
    if (this.#jobs[0]?.only) await new Promise((resolve) => setImmediate(resolve));
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      if (job.kind === "gap") for (const { sink } of this.#to(job)) sink.gap(job.reason, job.cursor);
      else await this.#tell(job.transactions, job);
    }
    this.#isBusy = false;
  }

  #to({ only }: Job): Member[] {
    if (only) return this.members.has(only) ? [only] : [];
    return [...this.members];
  }

  async #tell(transactions: readonly NumberedTransaction[], job: Job): Promise<void> {
    const shown = this.#shown();
    if (!shown) return;
    const changes = transactions.flatMap((one) => one.changes.filter((change) => isOf(change, shown.table)));
    let visibilities: (Visibility | null)[];
    try {
      visibilities = await this.#visibilitiesOf(shown, changes);
    } catch (error) {
      this.end(error instanceof ServiceError ? error : unreadable(error));
      return;
    }
    const visibilityOf = new Map(changes.map((change, index) => [change, visibilities[index] ?? null]));
    for (const { changes: all, cursor, number } of transactions) {
      const mine = all.filter((change) => visibilityOf.has(change));
      const reason = mine.some(isBulk) ? "bulk" : mine.some((one) => visibilityOf.get(one) === null) ? "access" : null;
      for (const member of this.#to(job)) {
        if (number <= member.after && !job.only) continue;
        if (reason) member.sink.gap(reason, cursor);
        else this.#show(member, shown.table, { mine, visibilityOf, cursor });
      }
    }
  }

  #show(
    member: Member,
    table: PublishedTable,
    told: { mine: RecordedChange[]; visibilityOf: Map<RecordedChange, Visibility | null>; cursor: string },
  ): void {
    try {
      if (member.view.of !== table) member.view = { of: table, sees: viewOf(table, member.asked) };
    } catch (error) {
      this.#endOne(member, error instanceof ServiceError ? error : unreadable(error));
      return;
    }
    const seen = told.mine.map((change) => member.view.sees(change, told.visibilityOf.get(change) ?? UNSEEN));
    const changes = seen.filter((one) => one !== null && one !== "unknown");
    if (seen.includes("unknown")) member.sink.gap("access", told.cursor);
    else if (changes.length > 0) member.sink.batch({ cursor: told.cursor, changes });
  }

  /**
   * Returns for each change the part that the user may see; `null` where its rows can't tell, which nobody is told
   * then.
   */
  async #visibilitiesOf(
    { table, plan }: ShownTable,
    changes: readonly RecordedChange[],
  ): Promise<(Visibility | null)[]> {
    const rowsOf = (change: RecordedChange) => [change.old, change.new].filter((row) => row !== null);
    const isKnown = (change: RecordedChange) =>
      isBulk(change) ||
      (isOfShape(change, table) &&
        plan.kind !== "unknown" &&
        (plan.kind !== "expression" || rowsOf(change).every(({ record }) => record !== null)));
    const rows = changes.filter(isKnown).flatMap(rowsOf);
    const isSeen = await this.#seenOf({ table, plan }, rows);
    const seen = isSeen && new Map(rows.map((row, index) => [row, isSeen[index] === true]));
    const sees = (row: RecordedRow | null) => row !== null && seen?.get(row) === true;
    return changes.map((change) => (seen && isKnown(change) ? { old: sees(change.old), new: sees(change.new) } : null));
  }

  /** Returns for each row whether the user sees it; `null` where the table has changed meanwhile. */
  async #seenOf({ table, plan }: ShownTable, rows: readonly RecordedRow[]): Promise<readonly boolean[] | null> {
    if (plan.kind !== "expression") return rows.map(rowTest(plan, table, this.subscriber));
    if (rows.length === 0) return [];
    const records = rows.flatMap(({ record }) => record ?? []);
    const question = { table, expression: plan.expression, subscriber: this.subscriber, records };
    const ask = () => this.#authorizer.check(question);
    // A session may have ended with the host or by an operation on the database.
    return ask().catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === "sql_error") throw error;
      return ask();
    });
  }
}

const UNSEEN: Visibility = { old: false, new: false };

function rowTest(
  plan: Exclude<Plan, { kind: "expression" }>,
  table: PublishedTable,
  { userId }: Subscriber,
): (row: RecordedRow) => boolean {
  if (plan.kind === "anyone") return () => true;
  if (userId === null || plan.kind === "nobody" || plan.kind === "unknown") return () => false;
  if (plan.kind === "signed-in") return () => true;
  return (row) => ownersOf(row, plan.columns, table).includes(userId);
}

function unreadable(cause: unknown): ServiceError {
  return new ServiceError("service_unavailable", "The database's changes can't be read now.", { cause });
}
