import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import pino from "pino";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { HostGuard } from "@/lib/server/host-guard/guard";

const PASSWORD = "customer";
const GIB = 1024 ** 3;

export interface GuardEventRow {
  rule: string;
  act: string;
  databaseId: string | null;
  measured: Record<string, number | string>;
}

/** A cluster of its own with customers' databases and, from `guard` on, a guard that looks at it. */
export class GuardedHost {
  readonly cluster: TemporaryCluster;
  readonly root: Client;
  readonly #folder: string;
  readonly #clients: Client[] = [];
  readonly #stopping = new AbortController();
  #guarding: Promise<void> = Promise.resolve();

  private constructor(cluster: TemporaryCluster, root: Client, folder: string) {
    this.cluster = cluster;
    this.root = root;
    this.#folder = folder;
  }

  /** The cluster lies in `folder`, or in a new folder that is removed with it. */
  static async start(folder?: string, settings: Record<string, string> = {}): Promise<GuardedHost> {
    const own = folder ?? (await mkdtemp(join(tmpdir(), "coppice-guarded-")));
    await chmod(own, 0o711);
    const cluster = await startTemporaryCluster({
      ...{ kind: "host", folder: own, name: "host", settings, log: () => undefined },
    });
    const root = new Client({ ...socketOf(cluster), user: "platform_root", database: "postgres" });
    await root.connect();
    return new GuardedHost(cluster, root, folder === undefined ? own : "");
  }

  /** Starts the guard, and resolves when it has looked once. */
  async guard(): Promise<HostGuard> {
    const guard = await this.lookingGuard();
    this.#guarding = guard.run(this.#stopping.signal);
    return guard;
  }

  /** Makes a guard that has looked once and looks again only when the test calls `look`. */
  async lookingGuard(): Promise<HostGuard> {
    const { dataDirectory } = this.cluster;
    const guard = new HostGuard({
      ...{ socketDirectory: this.cluster.socketDirectory, port: this.cluster.port, superuser: "platform_root" },
      ...{ dataDirectory, provisioner: "provisioner", log: pino({ level: process.env.GUARD_LOG ?? "silent" }) },
    });
    await guard.look();
    return guard;
  }

  /** Makes a customer's database with the rights that the service gives. Its limit is known from the guard's next start. */
  async addDatabase(letter: string, { organisationId = letter, maxBytes = 50 * GIB } = {}): Promise<string> {
    const id = `db_${letter.repeat(20)}`;
    await this.root.query(`CREATE ROLE ${id} LOGIN CONNECTION LIMIT 20 PASSWORD '${PASSWORD}'`);
    await this.root.query(`CREATE DATABASE ${id} TEMPLATE tmpl_tenant`);
    await this.root.query(`REVOKE ALL ON DATABASE ${id} FROM PUBLIC`);
    await this.root.query(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE ${id} TO ${id}`);
    const inside = new Client({ ...socketOf(this.cluster), user: "platform_root", database: id });
    await inside.connect();
    await inside.query(`ALTER SCHEMA public OWNER TO ${id}`);
    await inside.end();
    const known = await this.root.query("SELECT FROM pg_namespace WHERE nspname = 'host_guard'");
    if (known.rowCount === 1) await this.limit(id, organisationId, maxBytes);
    return id;
  }

  /** Makes another role that may sign in to the database, as the service does for readers, shells and functions. */
  async addRole(databaseId: string, name: string): Promise<string> {
    await this.root.query(`CREATE ROLE ${name} LOGIN CONNECTION LIMIT 20 PASSWORD '${PASSWORD}'`);
    await this.root.query(`GRANT ${databaseId} TO ${name} WITH ADMIN FALSE, INHERIT TRUE, SET FALSE`);
    return name;
  }

  async limit(id: string, organisationId: string, maxBytes: number): Promise<void> {
    await this.root.query(
      `INSERT INTO host_guard.database_limit VALUES ($1, $2, $3)
       ON CONFLICT (database_id) DO UPDATE SET max_bytes = excluded.max_bytes`,
      [id, organisationId, maxBytes],
    );
  }

  /** Signs in as the database's role, or as `role`. A connection that is ended from outside is no failure of the test. */
  async connect(id: string, role = id): Promise<Client> {
    const client = new Client({
      host: "127.0.0.1",
      port: this.cluster.port,
      user: role,
      database: id,
      password: PASSWORD,
    });
    client.on("error", () => undefined);
    await client.connect();
    this.#clients.push(client);
    return client;
  }

  async events(): Promise<GuardEventRow[]> {
    const { rows } = await this.root.query<GuardEventRow>(
      `SELECT rule, act, database_id AS "databaseId", measured FROM host_guard.event ORDER BY id`,
    );
    return rows;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#guarding;
    await Promise.all(this.#clients.map((client) => client.end().catch(() => undefined)));
    await this.root.end();
    await this.cluster.stop();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
  }
}

/** Resolves when the server has ended this connection. */
export function ended(client: Client): Promise<void> {
  return new Promise((resolve) => void client.once("end", () => resolve()));
}

function socketOf({ socketDirectory, port }: TemporaryCluster) {
  return { host: socketDirectory, port };
}
