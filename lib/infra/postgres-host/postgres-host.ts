import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { LimitedQuery } from "@/lib/core/db/limited-client";
import { functionRoleOf, readRoleOf } from "@/lib/core/ids";
import type { CustomerSession, CustomerSessionOptions } from "@/lib/core/ports/customer-session";
import type {
  DatabaseFigures,
  DatabaseHost,
  HostedSession,
  HostFacts,
  HostLogins,
  HostSession,
  HostSetUp,
  SessionAddress,
  SlowStatement,
} from "@/lib/core/ports/database-host";
import type { DatabaseLimit, GuardReport } from "@/lib/core/ports/host-guard";
import type { RawLogin, RawSession, RawSessionOptions } from "@/lib/core/ports/raw-session";
import { asHostError, poolFor } from "./connection";
import { readFacts } from "./facts";
import { followedSettings } from "./function-role";
import { readGuard, readRestriction, writeLimits } from "./guard";
import { lock, stillChanging, tryLock } from "./lock";
import { LockTurns } from "./lock-turns";
import { openCustomerSession } from "./open-customer-session";
import { openRawSession } from "./raw-session";
import { isNotReady, readerSettings } from "./read-role";
import { readFigures, readSizes } from "./sampling";
import { PostgresHostSession } from "./session";
import { cancelStatements, readSessions, signalSession } from "./sessions";
import { readRoleAndTemplate, takesAnyPassword } from "./set-up";
import { acceptsPassword, listExpiredShellRoles } from "./shell-role";
import { readSlowStatements } from "./slow-statements";
import { tryLogins } from "./try-logins";

/** A host that takes longer to answer a query counts as down. */
const ANSWER_TIMEOUT_MS = 2_500;
/** The longest wait of a caller for the lock of a database. */
const LOCK_WAIT_MS = 50_000;

interface PostgresHostOptions {
  /** The provisioner's connection string, in the maintenance database. */
  provisionerUrl: string;
  /** Whether the data directory's file system shares blocks between files, as a probe found. */
  sharesBlocks: boolean;
  onError: (error: Error) => void;
}

/** A PostgreSQL 18 cluster set up by the tenancy recipe: a provisioner without superuser owns every customer database. */
export class PostgresHost implements DatabaseHost {
  readonly #pool: pg.Pool;
  readonly #options: PostgresHostOptions;
  readonly #turns = new LockTurns();

  constructor(options: PostgresHostOptions) {
    this.#options = options;
    this.#pool = poolFor(options.provisionerUrl, options.onError);
  }

  async withLock<T>(ids: readonly string[], work: (session: HostSession) => Promise<T>): Promise<T> {
    const deadline = performance.now() + LOCK_WAIT_MS;
    const inOrder = [...ids].sort();
    const ends: (() => void)[] = [];
    try {
      for (const id of inOrder) {
        const end = await this.#turns.take(id, deadline - performance.now());
        if (!end) throw stillChanging();
        ends.push(end);
      }
      return await this.#withClient(async (client) => {
        for (const id of inOrder) await lock(client, id, deadline - performance.now());
        return work(this.#session(client));
      });
    } finally {
      for (const end of ends) end();
    }
  }

  async tryLock<T>(ids: readonly string[], work: (session: HostSession) => Promise<T>): Promise<T | null> {
    return this.#withClient(async (client) => {
      for (const id of [...ids].sort()) if (!(await tryLock(client, id))) return null;
      return work(this.#session(client));
    });
  }

  async connectAs(
    id: string,
    password: string,
    options: CustomerSessionOptions,
    role: string = id,
  ): Promise<CustomerSession> {
    return this.#connect({ id, role, password, options });
  }

  async connectAsReader(
    id: string,
    password: string,
    options: CustomerSessionOptions,
  ): Promise<CustomerSession | null> {
    const inherited = await this.#withClient((client) => readerSettings(client, id));
    if (!inherited) return null;
    const settings = { ...inherited, ...options.settings };
    try {
      return await this.#connect({ id, role: readRoleOf(id), password, options: { ...options, settings } });
    } catch (error) {
      if (isNotReady(error)) return null;
      throw error;
    }
  }

  #connect(as: { id: string; role: string; password: string; options: CustomerSessionOptions }) {
    const terminate = (pid: number) => this.#signalBackend("terminate", pid, as.role);
    const restriction = () => this.#restrictionOf(as.id);
    return openCustomerSession({ provisionerUrl: this.#options.provisionerUrl, ...as, terminate, restriction });
  }

  connectRaw(id: string, login: RawLogin, options: RawSessionOptions): Promise<RawSession | null> {
    return openRawSession({
      ...{ provisionerUrl: this.#options.provisionerUrl, id, login, options },
      signal: (name, pid) => this.#signalBackend(name, pid, login.role),
      restriction: () => this.#restrictionOf(id),
    });
  }

  async connectAsFunction(id: string, password: string, options: RawSessionOptions): Promise<RawSession | null> {
    const followed = await this.#withClient((client) => followedSettings(client, id));
    const settings = { ...followed, ...options.settings };
    try {
      return await this.connectRaw(id, { role: functionRoleOf(id), password }, { ...options, settings });
    } catch (error) {
      if (isNotReady(error)) return null;
      throw error;
    }
  }

  async #signalBackend(name: "cancel" | "terminate", pid: number, role: string): Promise<void> {
    const text = `SELECT pg_${name}_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND usename = $2`;
    await this.#pool.query(text, [pid, role]);
  }

  #restrictionOf(id: string) {
    return this.#withClient((client) => readRestriction(client, id));
  }

  async cancelAs(id: string, applicationName: string): Promise<number> {
    return this.#withClient((client) => cancelStatements(client, id, applicationName));
  }

  async listSessions(id: string, limit: number): Promise<HostedSession[]> {
    return this.#withClient((client) => readSessions(client, id, limit));
  }

  async listSlowStatements(id: string, limit: number): Promise<SlowStatement[] | null> {
    return this.#withClient((client) => readSlowStatements(client, id, limit));
  }

  async signalSession(id: string, session: SessionAddress, signal: "cancel" | "end"): Promise<boolean> {
    return this.#withClient((client) => signalSession(client, { id, session, signal }));
  }

  async transactionStatus(transactionId: string): Promise<"committed" | "aborted" | "in progress" | null> {
    return this.#withClient(async (client) => {
      const result = await client.query<{ status: "committed" | "aborted" | "in progress" | null }>(
        "SELECT pg_xact_status($1::xid8) AS status",
        [transactionId],
      );
      return result.rows[0]?.status ?? null;
    });
  }

  async acceptsPassword(id: string, password: string, role: string = id): Promise<boolean> {
    return acceptsPassword(this.#options.provisionerUrl, { id, role, password });
  }

  async ping(): Promise<void> {
    await this.#withClient(async () => undefined);
  }

  async inspect(): Promise<HostFacts> {
    return this.#withClient(readFacts);
  }

  async readSetUp(): Promise<HostSetUp> {
    const found = await this.#withClient(readRoleAndTemplate);
    return { ...found, takesAnyPassword: await takesAnyPassword(this.#options.provisionerUrl, randomUUID()) };
  }

  async tryLogins(): Promise<HostLogins> {
    return this.#withClient((client) => tryLogins(client, this.#options.provisionerUrl));
  }

  async listExpiredShellRoles(): Promise<{ id: string; databaseId: string }[]> {
    return this.#withClient(listExpiredShellRoles);
  }

  async sample(): Promise<DatabaseFigures[]> {
    return this.#withClient(readFigures);
  }

  async measureSizes(ids: readonly string[]): Promise<Map<string, bigint>> {
    return this.#withClient((client) => readSizes(client, ids));
  }

  async setLimits(limits: readonly DatabaseLimit[]): Promise<void> {
    await this.#withClient((client) => writeLimits(client, limits));
  }

  async readGuard(afterEventId: bigint): Promise<GuardReport | null> {
    return this.#withClient((client) => readGuard(client, afterEventId));
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }

  #session(client: pg.PoolClient): HostSession {
    return new PostgresHostSession(client, this.#options.provisionerUrl, this.#options.sharesBlocks);
  }

  /**
   * Runs `work` with a client of the pool. A client that failed or may still be busy is destroyed, and its locks end
   * with it.
   */
  async #withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let client: pg.PoolClient;
    try {
      client = await this.#pool.connect();
    } catch (error) {
      throw asHostError(error);
    }
    // A checked-out client that loses its connection emits `error`, which without a listener would end the process.
    client.on("error", ignore);
    try {
      await client.query({ text: "SELECT 1", answerWithinMs: ANSWER_TIMEOUT_MS } as LimitedQuery);
      const result = await work(client);
      await client.query("SELECT pg_advisory_unlock_all()");
      client.off("error", ignore);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw asHostError(error);
    }
  }
}

function ignore(): void {}
