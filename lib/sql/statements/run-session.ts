import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { SERVICE } from "@/lib/core/service";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteIfUnused } from "@/lib/hosting/restore-points/delete-unused";
import { protectRestorePoint } from "@/lib/hosting/restore-points/protect";
import { openCustomerSession } from "@/lib/sql/customer-session/open";
import { NeedsRestorePointError, reasonToAsk } from "@/lib/sql/data-changes/needs-restore-point";
import { settleChanges } from "@/lib/sql/data-changes/record";
import { ROLLED_BACK } from "@/lib/sql/data-changes/record-statement";
import { judge } from "../grammar/effect";
import type { ParsedStatement } from "../grammar/parse";
import { executedName, leavesState, takesLock } from "../grammar/session-state";
import { CarriedState } from "./carried-state";
import type { Confirmation } from "./resource";
import type { RunBudget } from "./run-budget";

const MAX_NAME_CHARACTERS = 80;
/** The statements that are repeated, where their effect is on the session. */
const REPEATED: ReadonlySet<string> = new Set([
  ...["VariableSetStmt", "PrepareStmt", "DeallocateStmt", "DiscardStmt", "CreateStmt", "DropStmt"],
]);
const STATE_IS_LOST = "Temporary tables of this run lose their rows, and locks that it holds are released.";
/** An object of any kind depends on its schema, by which PostgreSQL finds those of a session that ends. */
const HAS_STATE = `
  SELECT EXISTS (SELECT FROM pg_catalog.pg_depend
    WHERE refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_namespace'::pg_catalog.regclass
      AND refobjid OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema())`;

/** The changes of the statements between BEGIN and COMMIT so far. */
export interface OpenTransaction {
  changes: string[];
  /** The ids of the statements that ran in it. */
  statements: string[];
  savepoints: { name: string; changeCount: number; statementCount: number }[];
  /** The restore point from before the transaction, where a statement needs one; then no rows are kept. */
  restorePointId: string | null;
}

/** The record of a run in the background: its ID, and the store of its sessions. */
export interface RunRecord {
  id: string;
  /** Called with each session before a statement of the run is in it. */
  keepSession(session: CustomerSession): Promise<void>;
}

/** The session of one run, and the state that outlives it when a restore point ends it. */
export class RunSession {
  readonly ctx: Context;
  readonly database: { id: string; hostId: string; organisationId: string };
  readonly canWrite: boolean;
  readonly budget: RunBudget;
  /** Absent in a run that somebody waits for. */
  readonly record: RunRecord | undefined;
  /** Whether the user knows that restore points may be taken. */
  readonly isConfirmed: boolean;
  transaction: OpenTransaction | null = null;
  readonly #applicationName: string;
  #session: CustomerSession | null = null;
  /** Whether a statement of the run has succeeded in the session. */
  #isUsed = false;
  #hasLock = false;
  /** The start of the next session: statements of an earlier run, and the carried state. */
  #repeated: ParsedStatement[] = [];
  readonly #carried: CarriedState;
  #restorePointId: string | null = null;
  readonly #restorePoints: string[] = [];
  readonly #rolledBack: string[] = [];

  constructor(
    input: Pick<RunSession, "ctx" | "database" | "canWrite" | "budget"> & {
      runId: string;
      confirmed: Confirmation | undefined;
      record?: RunRecord | undefined;
    },
  ) {
    this.ctx = input.ctx;
    this.database = input.database;
    this.canWrite = input.canWrite;
    this.budget = input.budget;
    this.record = input.record;
    this.isConfirmed = input.confirmed !== undefined;
    this.#carried = new CarriedState(input.confirmed?.settings ?? []);
    this.#applicationName = applicationNameOf(input.runId);
    this.budget.signal.addEventListener("abort", () => void this.#cancel());
  }

  async session(): Promise<CustomerSession> {
    if (this.#session) return this.#session;
    const session = await openCustomerSession(this.ctx, this.database, {
      applicationName: this.#applicationName,
      statementTimeoutMs: this.budget.statementMilliseconds,
    });
    this.#session = session;
    await this.record?.keepSession(session);
    [this.#isUsed, this.#hasLock] = [false, false];
    this.#carried.begin();
    for (const statement of this.#repeated) await this.#carried.repeat(session, statement);
    await this.#carried.give(session);
    return session;
  }

  /** Notes that a statement of the run has succeeded. */
  noteStatement(statement: ParsedStatement): void {
    this.#isUsed = true;
    this.#hasLock ||= takesLock(statement);
    this.#carried.note(statement);
  }

  /** Readies the session for a statement: one that executes a prepared statement may find its table there again. */
  async readyFor(statement: ParsedStatement): Promise<void> {
    const name = executedName(statement);
    if (name !== null) await this.#carried.readyFor(await this.session(), name);
  }

  /** Repeats a statement of an earlier run that later ones depend on, such as SET or PREPARE. */
  repeat(statement: ParsedStatement): void {
    if (REPEATED.has(statement.kind) && judge(statement).effect === "session") this.#repeated.push(statement);
  }

  /** Whether the repeated state can't be given to another session. */
  get repeatsState(): boolean {
    return this.#repeated.some(leavesState);
  }

  /** Returns whether statements of the run have left in the session state that no other session can be given. */
  async hasState(): Promise<boolean> {
    if (!this.#session || !this.#isUsed) return false;
    if (this.#hasLock) return true;
    const { rows } = await this.#session.query(HAS_STATE);
    return rows[0]?.[0] === "t";
  }

  settle(ids: readonly string[], status: "committed" | "aborted"): Promise<void> {
    return settleChanges(this.ctx, { organisationId: this.database.organisationId, ids }, status);
  }

  /** Notes statements whose transaction did not last, for the history and for the outcome that says so. */
  async noteRolledBack(ids: readonly string[]): Promise<void> {
    this.#rolledBack.push(...ids);
    const { organisationId } = this.database;
    const where = { id: { in: [...ids] }, organisationId, status: "succeeded" };
    await this.ctx.db.statement.updateMany({ where, data: { message: ROLLED_BACK } });
  }

  /** Returns the notes since the last call. */
  takeRolledBack(): string[] {
    return this.#rolledBack.splice(0);
  }

  /** Forgets the last restore point: it would undo too much, since something else was done after it. */
  forgetRestorePoint(): void {
    this.#restorePointId = null;
  }

  /** Returns the settings of the session that are not the database's own. */
  get settings(): readonly [string, string][] {
    return this.#carried.settings;
  }

  /**
   * Takes a restore point, which ends every session including this one; statements that follow each other share it. One
   * for a destructive statement is protected. Throws `NeedsRestorePointError` unless the user has confirmed it.
   */
  async keepDatabase(
    { command, statementId, isProtected }: { command: string; statementId: string; isProtected: boolean },
    why: string | null,
  ): Promise<{ restorePointId: string; isNew: boolean }> {
    const { id: databaseId, organisationId } = this.database;
    const hasState = this.#restorePointId === null && (await this.hasState());
    const known = hasState ? this.#restorePoints.at(-1) : this.#restorePointId;
    if (known) {
      const shared = { databaseId, organisationId, restorePointId: known };
      if (isProtected) await protectRestorePoint(this.ctx, shared);
      return { restorePointId: known, isNew: false };
    }
    await this.#readState();
    if (!this.isConfirmed || hasState) {
      const reason = await reasonToAsk(this.ctx, { organisationId, databaseId, isProtected }, why);
      throw new NeedsRestorePointError(hasState ? `${reason} ${STATE_IS_LOST}` : reason);
    }
    await this.close();
    const name = `Before ${command}`.slice(0, MAX_NAME_CHARACTERS);
    const subject = { databaseId, name, statementId, isProtected };
    this.budget.requireTime();
    const { id } = await this.budget.uncounted(() =>
      createRestorePoint(this.ctx, { ...subject, origin: "before-change" }),
    );
    this.#restorePointId = id;
    this.#restorePoints.push(id);
    return { restorePointId: id, isNew: true };
  }

  /** Deletes the restore points whose statements failed all the same. */
  async deleteUnusedRestorePoints(): Promise<void> {
    const { id: databaseId, hostId, organisationId } = this.database;
    for (const restorePointId of this.#restorePoints) {
      await deleteIfUnused(this.ctx, { databaseId, hostId, organisationId, restorePointId });
    }
  }

  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = null;
  }

  /** Cancels the statement that runs; those after it are not begun. */
  async #cancel(): Promise<void> {
    if (!this.#session) return;
    const { id, hostId } = this.database;
    try {
      await (await this.ctx.hosts.get(hostId)).cancelAs(id, this.#applicationName);
    } catch (error) {
      this.ctx.log.warn({ err: error, requestId: this.ctx.requestId }, "a statement could not be cancelled");
    }
  }

  /** Keeps the part of the session that can be given to the next one. */
  async #readState(): Promise<void> {
    if (!this.#session) return;
    await this.#carried.read(this.#session);
    if (this.#isUsed) this.#repeated = [];
  }
}

export function applicationNameOf(runId: string): string {
  return `${SERVICE.slug} ${runId}`;
}
