import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { endUserRoleOf, functionRoleOf } from "@/lib/core/ids";
import type {
  CloneResult,
  DatabaseActivity,
  DatabaseState,
  DroppedShellRole,
  HostSession,
  NewShellRole,
} from "@/lib/core/ports/database-host";
import type { GuardRestriction } from "@/lib/core/ports/host-guard";
import type { MoveSession } from "@/lib/core/ports/move-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import { readActivity, readState } from "./activity";
import { checkedVerifier, quoted } from "./checked";
import { insideDatabase } from "./connection";
import { dropDatabase } from "./drop-database";
import { endUntilNone } from "./end-sessions";
import { ensureEndUserRole } from "./end-user-role";
import { withFileCopies } from "./file-copies";
import { ensureFunctionRole, takeOverFromFunctions } from "./function-role";
import { readRestriction } from "./guard";
import { allowLogin, CONNECTION_LIMITS, forbidLogin } from "./login";
import { PostgresMoveSession } from "./move-session";
import { renewPassword, setPassword } from "./password";
import { letPoolerIn } from "./pooler";
import { dropReadRole, ensureReadRole, grantReading } from "./read-role";
import { reassignInside } from "./reassign";
import { revokeAccess } from "./revoke-access";
import { canLogIn, dropRole, type Inside, unlessHeldUp } from "./role";
import { roleSettingStatements } from "./role-settings";
import { createShellRole, dropShellRole, listShellRolesOf } from "./shell-role";

const TEMPLATE = "tmpl_tenant";
/** Below this size, copying through the WAL is faster than the two checkpoints of FILE_COPY (docs/decisions/020). */
const WAL_LOG_BELOW_BYTES = 64 * 1024 * 1024;

/** Runs the statements of the tenancy recipe, each safe to repeat. Every name is a generated id, checked and quoted. */
export class PostgresHostSession implements HostSession {
  readonly #client: pg.PoolClient;
  readonly #provisionerUrl: string;
  readonly #sharesBlocks: boolean;
  readonly move: MoveSession;

  constructor(client: pg.PoolClient, provisionerUrl: string, sharesBlocks: boolean) {
    this.#client = client;
    this.#provisionerUrl = provisionerUrl;
    this.#sharesBlocks = sharesBlocks;
    this.move = new PostgresMoveSession(client, provisionerUrl);
  }

  async ensureRole(id: string, verifier: string): Promise<void> {
    const sets = `LOGIN CONNECTION LIMIT ${CONNECTION_LIMITS.database} PASSWORD '${checkedVerifier(verifier)}';
      ALTER ROLE ${quoted(id)} SET temp_file_limit = '1GB'`;
    const attributes = "NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS";
    try {
      await this.#runUnflushed(`CREATE ROLE ${quoted(id)} ${attributes} ${sets}`);
    } catch (error) {
      // The role exists when an attempt was interrupted; only a superuser could so much as name its other attributes.
      if (codeOf(error) !== SQLSTATE.duplicateObject) throw error;
      await this.#runUnflushed(`ALTER ROLE ${quoted(id)} ${sets}`);
    }
  }

  async ensureDatabase(id: string): Promise<void> {
    if (await this.#exists("pg_database", "datname", id)) return;
    await this.#client.query(`CREATE DATABASE ${quoted(id)} TEMPLATE ${TEMPLATE} ALLOW_CONNECTIONS false`);
  }

  async cloneDatabase(sourceId: string, id: string): Promise<CloneResult> {
    const [from, to] = [quoted(sourceId), quoted(id)];
    return withFileCopies(this.#client, await this.#copiesByFile(sourceId), async (strategy) => {
      const fileCopyMethod = this.#sharesBlocks && strategy === "FILE_COPY" ? "clone" : "copy";
      await this.#client.query(`SET file_copy_method = ${fileCopyMethod}`);
      const startedAt = performance.now();
      await this.#client.query(`CREATE DATABASE ${to} TEMPLATE ${from} STRATEGY ${strategy} ALLOW_CONNECTIONS false`);
      return { fileCopyMethod, cloneMilliseconds: Math.round(performance.now() - startedAt) };
    });
  }

  async revokePublic(id: string): Promise<void> {
    await this.#runUnflushed(`REVOKE ALL ON DATABASE ${quoted(id)} FROM PUBLIC`);
  }

  async openDatabase(id: string): Promise<void> {
    await this.#runUnflushed(`ALTER DATABASE ${quoted(id)} ALLOW_CONNECTIONS true`);
  }

  async closeDatabase(id: string): Promise<void> {
    // An interrupted DROP leaves a limit of -2: nothing can connect to the rest, and only DROP accepts it.
    const whole = await this.#client.query("SELECT 1 FROM pg_database WHERE datname = $1 AND datconnlimit <> -2", [id]);
    if (whole.rowCount === 1) await this.#runUnflushed(`ALTER DATABASE ${quoted(id)} ALLOW_CONNECTIONS false`);
  }

  async endSessions(id: string): Promise<number> {
    return endUntilNone(this.#client, "datname", id);
  }

  async ownSchema(id: string): Promise<void> {
    await insideDatabase(this.#provisionerUrl, id, (client) =>
      client.query(`ALTER SCHEMA public OWNER TO ${quoted(id)}`),
    );
  }

  async reassignOwnership(parentId: string, id: string): Promise<void> {
    // Signing in takes longer than the grant, which is needed only when there is something to hand over.
    const granted = this.#runUnflushed(`GRANT CREATE ON DATABASE ${quoted(id)} TO ${quoted(id)}`).then(async () => {
      if (await this.#exists("pg_roles", "rolname", endUserRoleOf(parentId))) await ensureEndUserRole(this.#client, id);
    });
    const reassigned = insideDatabase(this.#provisionerUrl, id, async (client) => {
      await granted;
      await reassignInside(client, parentId, id);
    });
    await Promise.all([granted, reassigned]);
  }

  async grantAccess(id: string): Promise<void> {
    await letPoolerIn(this.#client, id);
    await this.#client.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${quoted(id)} TO ${quoted(id)}`);
  }

  async setPassword(id: string, verifier: string): Promise<void> {
    await setPassword(this.#client, id, verifier);
  }

  async renewPassword(id: string, verifier: string): Promise<void> {
    await renewPassword(this.#client, id, verifier);
  }

  async endRoleSessions(id: string): Promise<number> {
    const ended = await endUntilNone(this.#client, "usename", id);
    return ended + (await endUntilNone(this.#client, "usename", functionRoleOf(id)));
  }

  async forbidLogin(id: string, pooledRoles: readonly string[] = []): Promise<void> {
    await forbidLogin(this.#client, id, pooledRoles);
  }

  async allowLogin(id: string, pooledRoles: readonly string[] = []): Promise<void> {
    await allowLogin(this.#client, id, pooledRoles);
  }

  async dropDatabase(id: string): Promise<void> {
    await dropDatabase(this.#client, id);
  }

  async ensureReadRole(id: string, verifier: string): Promise<void> {
    await ensureReadRole(this.#client, id, verifier);
    // An earlier recipe gave databases a limit, which left the platform no place beside both roles.
    await this.#client.query(`ALTER DATABASE ${quoted(id)} CONNECTION LIMIT -1`);
    await insideDatabase(this.#provisionerUrl, id, (client) => grantReading(client, id));
  }

  async ensureEndUserRole(id: string): Promise<void> {
    await ensureEndUserRole(this.#client, id);
  }

  async ensureFunctionRole(id: string, verifier: string): Promise<void> {
    await ensureFunctionRole(this.#client, id, verifier);
  }

  async takeOverFromFunctions(id: string): Promise<boolean> {
    return unlessHeldUp(() => insideDatabase(this.#provisionerUrl, id, (client) => takeOverFromFunctions(client, id)));
  }

  async dropRole(id: string): Promise<boolean> {
    const inside: Inside = (database, work) => this.#insideEvenIfClosed(database, work);
    return unlessHeldUp(async () => {
      await dropReadRole(this.#client, inside, id);
      await dropRole(this.#client, inside, endUserRoleOf(id));
      await dropRole(this.#client, inside, functionRoleOf(id));
      await dropRole(this.#client, inside, id);
    });
  }

  async createShellRole(role: NewShellRole): Promise<void> {
    if (role.expiresAt === null) await letPoolerIn(this.#client, role.databaseId);
    await createShellRole(this.#client, role);
  }

  async dropShellRole(role: { id: string; databaseId: string }): Promise<DroppedShellRole> {
    return dropShellRole(this.#client, (database, work) => this.#insideEvenIfClosed(database, work), role);
  }

  async listShellRoles(id: string): Promise<string[]> {
    return listShellRolesOf(this.#client, id);
  }

  async stateOf(id: string): Promise<DatabaseState> {
    return readState(this.#client, id);
  }

  async renameDatabase(id: string, newId: string): Promise<void> {
    if (await this.#exists("pg_database", "datname", newId)) return;
    await this.#client.query(`ALTER DATABASE ${quoted(id)} RENAME TO ${quoted(newId)}`);
  }

  async revokeAccess(copyId: string): Promise<void> {
    await revokeAccess(this.#client, copyId);
  }

  async keepRoleSettings(from: { database: string; role: string }, id: string): Promise<void> {
    for (const statement of await roleSettingStatements(this.#client, from, id)) await this.#runUnflushed(statement);
  }

  async sizeOf(id: string): Promise<bigint> {
    const size = "SELECT pg_database_size(oid) AS bytes FROM pg_database WHERE datname = $1";
    const { rows } = await this.#client.query<{ bytes: string }>(size, [id]);
    return BigInt(rows[0]?.bytes ?? 0);
  }

  async activityOf(id: string): Promise<DatabaseActivity> {
    return readActivity(this.#client, id);
  }

  async restrictionOf(id: string): Promise<GuardRestriction | null> {
    return readRestriction(this.#client, id);
  }

  /**
   * Runs `work` inside a database, or inside a closed one that nobody can enter and that may hold grants to any role: a
   * copy, which has no role of its own, or a deleted database.
   */
  async #insideEvenIfClosed(id: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
    const wasClosed = (await this.stateOf(id)) === "closed" && !(await canLogIn(this.#client, id));
    if (wasClosed) await this.openDatabase(id);
    try {
      await insideDatabase(this.#provisionerUrl, id, work);
    } finally {
      if (wasClosed) await this.closeDatabase(id);
    }
  }

  /**
   * Runs a statement without a flush: that of a later one covers it, and the reconciler repeats work that a crash of
   * the cluster loses before. The last statement of every operation is flushed (docs/decisions/030).
   */
  async #runUnflushed(statement: string): Promise<void> {
    await this.#client.query(`SET LOCAL synchronous_commit = off; ${statement}`);
  }

  async #exists(catalog: "pg_roles" | "pg_database", column: string, id: string): Promise<boolean> {
    return (await this.#client.query(`SELECT 1 FROM ${catalog} WHERE ${column} = $1`, [id])).rowCount === 1;
  }

  async #copiesByFile(sourceId: string): Promise<boolean> {
    return this.#sharesBlocks || (await this.sizeOf(sourceId)) >= WAL_LOG_BELOW_BYTES;
  }
}
