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
import type { Confirmation } from "./resource";
import type { RunBudget } from "./run-budget";

const MAX_NAME_CHARACTERS = 80;

/** What the statements between BEGIN and COMMIT have done so far. */
export interface OpenTransaction {
  changes: string[];
  /** The ids of the statements that ran in it. */
  statements: string[];
  savepoints: { name: string; changeCount: number; statementCount: number }[];
  /** The restore point from before the transaction, where a statement needs one; then no rows are kept. */
  restorePointId: string | null;
}

/** What a run in the background is known by, and where it keeps its sessions. */
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
  readonly #isConfirmed: boolean;
  transaction: OpenTransaction | null = null;
  readonly #applicationName: string;
  #session: CustomerSession | null = null;
  #remembered: string[] = [];
  #settings: [string, string][] = [];
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
    this.#isConfirmed = input.confirmed !== undefined;
    this.#settings = input.confirmed?.settings ?? [];
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
    for (const text of this.#remembered) await session.query(text);
    for (const setting of this.#settings) {
      await session.query("SELECT pg_catalog.set_config($1, $2, false)", setting);
    }
    return session;
  }

  /** Keeps a statement that later ones of the run depend on, such as SET or PREPARE. */
  remember(text: string): void {
    this.#remembered.push(text);
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

  /** Returns what was noted since it was last asked. */
  takeRolledBack(): string[] {
    return this.#rolledBack.splice(0);
  }

  /** Forgets the last restore point: it would undo too much, since something else was done after it. */
  forgetRestorePoint(): void {
    this.#restorePointId = null;
  }

  /** Returns the settings of the session that are not the database's own. */
  get settings(): readonly [string, string][] {
    return this.#settings;
  }

  /**
   * Takes a restore point, which ends every session including this one; statements that follow each other share it. One
   * for a destructive statement is protected. Throws `NeedsRestorePointError` unless the user has confirmed it.
   */
  async keepDatabase(
    { command, statementId, isProtected }: { command: string; statementId: string; isProtected: boolean },
    why: string | null,
  ): Promise<{ restorePointId: string; isNew: boolean }> {
    if (this.#restorePointId !== null) {
      const { id: databaseId, organisationId } = this.database;
      const shared = { databaseId, organisationId, restorePointId: this.#restorePointId };
      if (isProtected) await protectRestorePoint(this.ctx, shared);
      return { restorePointId: shared.restorePointId, isNew: false };
    }
    await this.#rememberSettings();
    if (!this.#isConfirmed) {
      const { id: databaseId, organisationId } = this.database;
      throw new NeedsRestorePointError(await reasonToAsk(this.ctx, { organisationId, databaseId, isProtected }, why));
    }
    await this.close();
    const name = `Before ${command}`.slice(0, MAX_NAME_CHARACTERS);
    const subject = { databaseId: this.database.id, name, statementId, isProtected };
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

  async #rememberSettings(): Promise<void> {
    if (!this.#session) return;
    const { rows } = await this.#session.query(
      "SELECT name, setting FROM pg_catalog.pg_settings WHERE source OPERATOR(pg_catalog.=) 'session'",
    );
    this.#settings = rows.map(([name, setting]) => [name ?? "", setting ?? ""]);
  }
}

export function applicationNameOf(runId: string): string {
  return `${SERVICE.slug} ${runId}`;
}
