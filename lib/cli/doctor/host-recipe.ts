import type pg from "pg";
import { reasonOf } from "@/lib/core/error-code";
import { type Check, type Finding, named, ok, warn } from "./checks";
import { withHostConnection } from "./host-connection";

const AS_DOCUMENTED = "as in docs/hosts.md";

interface Setting {
  name: string;
  /** The value in the recipe. */
  value: string;
  /** Whether the server's value does as well, in the unit of `pg_settings`. */
  suffices(found: string): boolean;
}

const atLeast = (value: number) => (found: string) => Number(found) >= value;
const between = (least: number, most: number) => (found: string) => Number(found) >= least && Number(found) <= most;
const equal = (value: string) => (found: string) => found === value;

/** The settings by which one customer is kept from stopping the others, as far as the provisioner can see them. */
const SETTINGS: readonly Setting[] = [
  { name: "max_connections", value: "400", suffices: atLeast(200) },
  { name: "reserved_connections", value: "60", suffices: atLeast(60) },
  { name: "superuser_reserved_connections", value: "5", suffices: atLeast(3) },
  { name: "authentication_timeout", value: "10s", suffices: between(1, 15) },
  { name: "client_connection_check_interval", value: "2s", suffices: between(1, 10_000) },
  { name: "max_notify_queue_pages", value: "4096", suffices: between(64, 65_536) },
  { name: "max_prepared_transactions", value: "0", suffices: equal("0") },
  { name: "log_min_error_statement", value: "panic", suffices: equal("panic") },
  { name: "log_error_verbosity", value: "terse", suffices: equal("terse") },
];

/** Checks the settings of a host, and that its databases hide their neighbours. */
export async function checkRecipe(name: string, connectionString: string): Promise<Check[]> {
  const settings = `${name}: settings`;
  try {
    const { found, samples, lacking } = await withHostConnection(connectionString, readHost);
    const wrong = SETTINGS.filter((setting) => !setting.suffices(found.get(setting.name) ?? ""));
    const lines = wrong.map(({ name, value }) => `${name} = ${value}`).join(", ");
    const differing = `differ from docs/hosts.md: ${wrong.map((setting) => setting.name).join(", ")}`;
    const advice = `Set ${lines} in postgresql.conf, ${AS_DOCUMENTED}, and restart the cluster.`;
    const share = wrong.length === 0 ? ok("limit the share of one customer") : warn(differing, advice);
    const statements = "Run the REVOKE and GRANT statements of docs/hosts.md for it, as superuser.";
    const rights = lacking.length === 0 ? ok(AS_DOCUMENTED) : warn(lacking.join("; "), statements);
    return [
      named(settings, share),
      named(`${name}: rights`, rights),
      named(`${name}: neighbours`, await checkNeighbours(connectionString, samples)),
    ];
  } catch (error) {
    return [named(settings, warn(`couldn't be read (${reasonOf(error)})`, "See the other checks of this host."))];
  }
}

/** The oldest and the newest database stand for those that an earlier recipe made, and for the template. */
async function readHost(
  client: pg.Client,
): Promise<{ found: Map<string, string>; samples: string[]; lacking: string[] }> {
  const settings = await client.query<{ name: string; setting: string }>(
    "SELECT name, setting FROM pg_settings WHERE name = ANY ($1::text[])",
    [SETTINGS.map(({ name }) => name)],
  );
  const databases = await client.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE datname ~ '^db_[0-9a-z]{20}$' AND datallowconn ORDER BY oid",
  );
  const names = databases.rows.map(({ name }) => name);
  const { rows: faults } = await client.query<{ fault: string }>(
    `SELECT fault FROM (VALUES
       ('PUBLIC may connect to postgres', NOT has_database_privilege('public', 'postgres', 'CONNECT')),
       ('the provisioner may not set temp_file_limit', has_parameter_privilege('temp_file_limit', 'SET')),
       ('the provisioner lacks pg_use_reserved_connections', pg_has_role('pg_use_reserved_connections', 'USAGE')),
       ('the provisioner lacks pg_read_all_stats', pg_has_role('pg_read_all_stats', 'USAGE'))
     ) AS part (fault, isFine) WHERE NOT isFine`,
  );
  return {
    lacking: faults.map(({ fault }) => fault),
    found: new Map(settings.rows.map(({ name, setting }) => [name, setting])),
    samples: [...new Set([names.at(0), names.at(-1)])].filter((name) => name !== undefined),
  };
}

async function checkNeighbours(connectionString: string, samples: readonly string[]): Promise<Finding> {
  for (const database of samples) {
    const url = Object.assign(new URL(connectionString), { pathname: `/${database}` }).href;
    const fault = await withHostConnection(url, faultOfNeighbours);
    if (fault === null) continue;
    const advice = `Run the statements that hide neighbours in tmpl_tenant and in every database, ${AS_DOCUMENTED}.`;
    return warn(`${database} ${fault}`, advice);
  }
  return ok(samples.length === 0 ? "no databases yet" : "databases can't see each other");
}

async function faultOfNeighbours(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ shows: boolean; keeps: boolean }>(
    `SELECT has_function_privilege('public', 'pg_stat_get_backend_idset()', 'EXECUTE')
       OR has_function_privilege('public', 'pg_stat_get_db_xact_commit(oid)', 'EXECUTE') AS shows,
       (SELECT relkind = 'r' FROM pg_class WHERE oid = 'pg_catalog.pg_db_role_setting'::regclass) AS keeps`,
  );
  if (rows[0]?.shows) return "shows other databases' sessions and counters";
  return rows[0]?.keeps ? "keeps its settings from its owner, so that pg_dump makes no archives" : null;
}
