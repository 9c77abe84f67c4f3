import type pg from "pg";
import { endUserRoleOf, functionRoleOf, isId, readRoleOf } from "@/lib/core/ids";
import type {
  ExtensionOffer,
  ExtensionVersion,
  MoveSession,
  NamedRole,
  ProgramLogin,
  RoleSetting,
} from "@/lib/core/ports/move-session";
import { APP_USERS, ensureEndUserRole } from "./end-user-role";
import { ensureFunctionRole } from "./function-role";
import { ensureGroupRole } from "./group-role";
import { POOLER } from "./pooler";
import { ensureReadRole, VIEWERS } from "./read-role";
import { readRoleSettings, roleSettingStatement } from "./role-settings";

const CONNECT_TIMEOUT_SECONDS = 10;
/** Indexes are sorted in more memory than usual. The statement that lets clients in is flushed, and all before it. */
const PROGRAM_OPTIONS = "-c local_preload_libraries= -c synchronous_commit=off -c maintenance_work_mem=128MB";

/** A version that the host knows an update from is older than the version that it creates. */
const OFFERS = `
  SELECT wanted.name, offered.default_version AS version,
    coalesce(offered.default_version = wanted.version OR EXISTS (
      SELECT FROM pg_extension_update_paths(offered.name)
      WHERE source = wanted.version AND target = offered.default_version AND path IS NOT NULL), false) AS "isAsNew",
    coalesce(found.trusted OR NOT found.superuser, false) AS "isTrusted"
  FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (name, version, place)
  LEFT JOIN pg_available_extensions AS offered ON offered.name = wanted.name
  LEFT JOIN pg_available_extension_versions AS found
    ON found.name = offered.name AND found.version = offered.default_version
  ORDER BY wanted.place`;

/** Carries out the statements that only a move of a database to another host needs. */
export class PostgresMoveSession implements MoveSession {
  readonly #client: pg.PoolClient;
  readonly #provisionerUrl: string;

  constructor(client: pg.PoolClient, provisionerUrl: string) {
    this.#client = client;
    this.#provisionerUrl = provisionerUrl;
  }

  async localeOf(id: string): Promise<string> {
    const { rows } = await this.#client.query<{ locale: string }>(
      `SELECT concat_ws(' ', pg_encoding_to_char(encoding), datlocprovider, datcollate, datctype, datlocale, daticurules) AS locale
       FROM pg_database WHERE datname = $1`,
      [id],
    );
    return rows[0]?.locale ?? "";
  }

  async listExtensions(): Promise<string[]> {
    const { rows } = await this.#client.query<{ name: string }>("SELECT name FROM pg_available_extensions");
    return rows.map(({ name }) => name);
  }

  async offersOf(extensions: readonly ExtensionVersion[]): Promise<ExtensionOffer[]> {
    const [names, versions] = [extensions.map(({ name }) => name), extensions.map(({ version }) => version)];
    return (await this.#client.query<ExtensionOffer>(OFFERS, [names, versions])).rows;
  }

  async listRolesIn(id: string): Promise<NamedRole[]> {
    const { rows } = await this.#client.query<Omit<NamedRole, "kind">>(
      `SELECT rolname AS name, bool_or(deptype = 'o') AS "isOwner"
       FROM pg_shdepend JOIN pg_roles ON pg_roles.oid = refobjid
       WHERE refclassid = 'pg_authid'::regclass AND dbid = (SELECT oid FROM pg_database WHERE datname = $1)
       GROUP BY rolname ORDER BY rolname`,
      [id],
    );
    return rows.map((role) => ({ ...role, kind: kindOf(id, role.name) }));
  }

  async ensureRolesIn(id: string, names: readonly string[], verifier: string): Promise<void> {
    if (names.includes(VIEWERS)) await ensureGroupRole(this.#client, VIEWERS);
    if (names.includes(APP_USERS) || names.includes(endUserRoleOf(id))) await ensureEndUserRole(this.#client, id);
    if (names.includes(readRoleOf(id))) await ensureReadRole(this.#client, id, verifier);
    if (names.includes(functionRoleOf(id))) await ensureFunctionRole(this.#client, id, verifier);
  }

  async readRoleSettings(id: string): Promise<RoleSetting[]> {
    return readRoleSettings(this.#client, { database: id, role: id });
  }

  async setRoleSettings(id: string, settings: readonly RoleSetting[]): Promise<void> {
    for (const setting of settings) await this.#client.query(roleSettingStatement(id, setting));
  }

  programLogin(id: string, { role, password }: { role: string; password: string }): ProgramLogin {
    const url = new URL(this.#provisionerUrl);
    return {
      PGHOST: decodeURIComponent(url.hostname).replace(/^\[(.*)\]$/, "$1"),
      PGPORT: url.port || "5432",
      PGDATABASE: id,
      PGUSER: role,
      PGPASSWORD: password,
      PGCONNECT_TIMEOUT: String(CONNECT_TIMEOUT_SECONDS),
      PGOPTIONS: PROGRAM_OPTIONS,
      ...sslOf(url.searchParams),
    };
  }
}

function kindOf(id: string, role: string): NamedRole["kind"] {
  if (role === id) return "own";
  if (role === functionRoleOf(id)) return "function";
  if (isId("shellRole", role)) return "shell";
  const others = [VIEWERS, APP_USERS, POOLER, readRoleOf(id), endUserRoleOf(id)];
  return others.includes(role) ? "service" : "foreign";
}

/** The words of node-postgres about TLS, as the programs have them: `require` verifies there, and not here. */
function sslOf(query: URLSearchParams): ProgramLogin {
  const mode = query.get("sslmode") ?? "disable";
  if (mode === "disable") return { PGSSLMODE: "disable" };
  if (mode === "no-verify") return { PGSSLMODE: "require" };
  return { PGSSLMODE: "verify-full", PGSSLROOTCERT: query.get("sslrootcert") ?? "system" };
}
