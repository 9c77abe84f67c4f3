import { randomBytes } from "node:crypto";
import pg from "pg";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { dropDatabase } from "@/lib/infra/postgres-host/drop-database";

const random = { bytes: (length: number) => randomBytes(length) };
const PINNED_OPTIONS = "-c search_path=pg_catalog,pg_temp -c local_preload_libraries= -c lock_timeout=5s";

/** The tenancy recipe by hand: the same statements as the service's, without journal, locks, job and HTTP. */
export class BareRecipe {
  readonly #client: pg.Client;
  readonly #provisionerUrl: string;

  private constructor(client: pg.Client, provisionerUrl: string) {
    this.#client = client;
    this.#provisionerUrl = provisionerUrl;
  }

  static async connect(provisionerUrl: string): Promise<BareRecipe> {
    const client = new pg.Client({ connectionString: provisionerUrl });
    await client.connect();
    return new BareRecipe(client, provisionerUrl);
  }

  async create(id: string): Promise<void> {
    await this.#createRole(id);
    await this.#run(
      `CREATE DATABASE "${id}" TEMPLATE tmpl_tenant ALLOW_CONNECTIONS false`,
      `REVOKE ALL ON DATABASE "${id}" FROM PUBLIC`,
      `ALTER DATABASE "${id}" ALLOW_CONNECTIONS true`,
    );
    await this.#inside(id, [`ALTER SCHEMA public OWNER TO "${id}"`]);
    await this.#run(`GRANT CONNECT, CREATE, TEMPORARY ON DATABASE "${id}" TO "${id}"`);
  }

  /** The parent's only schema is `public`, and it has neither policies nor default privileges. */
  async branch(parent: string, id: string, method: "clone" | "copy"): Promise<void> {
    await this.#createRole(id);
    await this.#run(
      `ALTER DATABASE "${parent}" ALLOW_CONNECTIONS false`,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${parent}'`,
      `SET file_copy_method = ${method}`,
      `CREATE DATABASE "${id}" TEMPLATE "${parent}" STRATEGY FILE_COPY ALLOW_CONNECTIONS false`,
      `ALTER DATABASE "${parent}" ALLOW_CONNECTIONS true`,
      `REVOKE ALL ON DATABASE "${id}" FROM PUBLIC`,
      `ALTER DATABASE "${id}" ALLOW_CONNECTIONS true`,
      `GRANT CREATE ON DATABASE "${id}" TO "${id}"`,
    );
    await this.#inside(id, [
      "BEGIN",
      `SELECT nspname FROM pg_namespace WHERE nspowner = '"${parent}"'::regrole`,
      `ALTER SCHEMA public OWNER TO "${id}"`,
      `REASSIGN OWNED BY "${parent}" TO "${id}"`,
      `SELECT polname FROM pg_policy WHERE '"${parent}"'::regrole::oid = ANY (polroles)`,
      `SELECT oid FROM pg_default_acl WHERE defaclrole = '"${parent}"'::regrole`,
      `DROP OWNED BY "${parent}"`,
      `GRANT CONNECT, CREATE, TEMPORARY ON DATABASE "${parent}" TO "${parent}"`,
      "COMMIT",
    ]);
    await this.#run(`GRANT CONNECT, TEMPORARY ON DATABASE "${id}" TO "${id}"`);
  }

  async drop(id: string): Promise<void> {
    await dropDatabase(this.#client, id);
    await this.#run(`DROP ROLE "${id}"`);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }

  async #createRole(id: string): Promise<void> {
    const verifier = scramVerifier(randomBase62(32, random), random);
    await this.#run(
      `CREATE ROLE "${id}" LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
         CONNECTION LIMIT 20 PASSWORD '${verifier}'`,
      `ALTER ROLE "${id}" SET temp_file_limit = '1GB'`,
    );
  }

  async #run(...statements: string[]): Promise<void> {
    for (const statement of statements) await this.#client.query(statement);
  }

  async #inside(id: string, statements: string[]): Promise<void> {
    const connectionString = Object.assign(new URL(this.#provisionerUrl), { pathname: `/${id}` }).href;
    const client = new pg.Client({ connectionString, options: PINNED_OPTIONS });
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }
}
