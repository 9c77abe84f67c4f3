import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { SERVICE } from "@/lib/core/service";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { deleteIfUnused } from "@/lib/hosting/restore-points/delete-unused";
import { openCustomerSession } from "@/lib/sql/customer-session/open";
import { settleChanges } from "@/lib/sql/data-changes/record";

const MAX_NAME_CHARACTERS = 80;

/** What the statements of a BEGIN … COMMIT have done so far. */
export interface OpenTransaction {
  /** Ids of changes that are pending, in order. */
  changes: string[];
  savepoints: { name: string; changeCount: number }[];
  /** Taken before it began, where one of its statements needs it; the rows are not kept then. */
  restorePointId: string | null;
}

/** The session of one run, and what has to outlive it when a restore point ends it. */
export class RunSession {
  readonly ctx: Context;
  readonly database: { id: string; hostId: string; organisationId: string };
  readonly canWrite: boolean;
  transaction: OpenTransaction | null = null;
  readonly #applicationName: string;
  #session: CustomerSession | null = null;
  #remembered: string[] = [];
  #settings: [string, string][] = [];
  #restorePointId: string | null = null;
  readonly #restorePoints: string[] = [];

  constructor(input: { ctx: Context; database: RunSession["database"]; canWrite: boolean; runId: string }) {
    this.ctx = input.ctx;
    this.database = input.database;
    this.canWrite = input.canWrite;
    this.#applicationName = applicationNameOf(input.runId);
  }

  async session(): Promise<CustomerSession> {
    if (this.#session) return this.#session;
    const session = await openCustomerSession(this.ctx, this.database, { applicationName: this.#applicationName });
    this.#session = session;
    for (const text of this.#remembered) await session.query(text);
    for (const setting of this.#settings) {
      await session.query("SELECT pg_catalog.set_config($1, $2, false)", setting);
    }
    return session;
  }

  /** A statement that later ones of the run build on, such as SET or PREPARE. */
  remember(text: string): void {
    this.#remembered.push(text);
  }

  /** Notes how the transaction ended that made these changes. */
  settle(ids: readonly string[], status: "committed" | "aborted"): Promise<void> {
    return settleChanges(this.ctx, { organisationId: this.database.organisationId, ids }, status);
  }

  /** Something else was done since the last restore point, so that it would take too much back. */
  forgetRestorePoint(): void {
    this.#restorePointId = null;
  }

  /** Keeps the database as it is; statements that follow each other share one. Ends every session, also this one. */
  async keepDatabase(command: string, statementId: string): Promise<string> {
    if (this.#restorePointId !== null) return this.#restorePointId;
    await this.#rememberSettings();
    await this.close();
    const name = `Before ${command}`.slice(0, MAX_NAME_CHARACTERS);
    const subject = { databaseId: this.database.id, name, statementId };
    const { id } = await createRestorePoint(this.ctx, { ...subject, origin: "before-change" });
    this.#restorePointId = id;
    this.#restorePoints.push(id);
    return id;
  }

  /** Of statements that failed all the same. */
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

  async #rememberSettings(): Promise<void> {
    if (!this.#session) return;
    const { rows } = await this.#session.query(
      "SELECT name, setting FROM pg_catalog.pg_settings WHERE source OPERATOR(pg_catalog.=) 'session'",
    );
    this.#settings = rows.map(([name, setting]) => [name ?? "", setting ?? ""]);
  }
}

/** By it a run is found by whoever cancels it. */
export function applicationNameOf(runId: string): string {
  return `${SERVICE.slug} ${runId}`;
}
