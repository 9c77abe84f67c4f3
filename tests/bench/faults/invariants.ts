import { readFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import type { Runtime } from "@/lib/runtime";
import type { WorkerHostCluster } from "@/tests/support/clusters";
import { findViolations, type Violation } from "@/tests/support/invariants";
import type { Table } from "../report";
import type { FaultApi } from "./api";
import { untilNoRows } from "./control";
import type { Entry, Ledger } from "./ledger";
import { connectTo } from "./writers";

export interface Invariant {
  name: string;
  /** The number of things that were looked at; `null` if there is none. */
  checked: number | null;
  violations: string[];
}

interface Parties {
  api: FaultApi;
  ledger: Ledger;
  control: pg.Pool;
  runtime: Runtime;
  cluster: WorkerHostCluster;
  superuser: pg.Client;
}

const UNSETTLED = `SELECT id FROM operation WHERE status = 'running'
  UNION ALL SELECT id FROM database LEFT JOIN deleted_database ON database_id = id
    WHERE status NOT IN ('ready', 'failed') AND database_id IS NULL
  UNION ALL SELECT id FROM restore_point WHERE status <> 'ready'`;

/** The rules of the tests' own comparison of rows and host, by their meaning to a customer or the operator. */
const RULES: Record<string, readonly Violation["rule"][]> = {
  "databases, roles or copies missing on the host, closed or broken": [
    ...([
      "row_without_database",
      "row_without_role",
      "row_without_copy",
      "closed_database",
      "broken_database",
    ] as const),
  ],
  "operations, databases or restore points stuck": ["operation_running", "row_without_operation"],
  "orphans on the host: databases, roles, folders": ["database_without_row", "role_without_row", "orphan_directory"],
  "organisations whose counted bytes differ from their rows": ["kept_bytes_differ"],
  "access lists, owners or roles that differ from the recipe": [
    ...(["wrong_access", "wrong_owner", "wrong_role", "foreign_dependency"] as const),
    ...(["open_copy", "open_deleted_database"] as const),
  ],
  "stored secrets that do not open, or are refused": ["secret_does_not_open", "credential_refused"],
};

/** Waits until the interrupted work is settled, and compares the clients' ledgers, the rows and the host. */
export async function checkInvariants(parties: Parties): Promise<Invariant[]> {
  const { ledger, control, runtime, cluster, superuser } = parties;
  await untilNoRows(control, UNSETTLED);
  await repeatDeletions(parties);
  await untilNoRows(control, UNSETTLED);
  const expected = ledger.present;
  const deleted = ledger.entries.filter(({ deletion }) => deletion === "done");
  const clients = await Promise.all(inGroups(expected, 8).map((group) => lookAtAll(parties, group)));
  const found = clients.flat();
  const violations = await findViolations({
    db: runtime.db,
    hostCluster: cluster,
    sealer: runtime.context({ actor: { kind: "operator", id: "campaign" }, requestId: "req_campaign" }).sealer,
  });
  return [
    named("acknowledged databases missing", expected.length, found, "missing"),
    named("acknowledged rows lost", sum(expected.map(({ rows }) => rows.size)), found, "lost"),
    { name: "deleted databases that came back", checked: deleted.length, violations: await cameBack(parties, deleted) },
    named("connection strings that changed without a rotate", expected.length, found, "changed"),
    ...Object.entries(RULES).map(([name, rules]) => ({
      name,
      checked: null,
      violations: violations
        .filter(({ rule }) => rules.includes(rule))
        .map(({ rule, subject }) => `${rule} ${subject}`),
    })),
    { name: "restrictions and endings by the guard", checked: null, violations: await guardActs(control, superuser) },
  ];
}

/** A delete without an answer is repeated, as its client would, until it is done. */
async function repeatDeletions({ api, ledger }: Parties): Promise<void> {
  for (const entry of ledger.entries.filter(({ deletion }) => deletion === "asked")) {
    const { status } = await api.call("DELETE", `/api/v1/databases/${entry.id}`);
    if (status === 200 || status === 404) entry.deletion = "done";
  }
}

interface Found {
  missing: string[];
  lost: string[];
  changed: string[];
}

async function lookAtAll(parties: Parties, entries: readonly Entry[]): Promise<Found[]> {
  const found: Found[] = [];
  for (const entry of entries) found.push(await lookAt(parties, entry));
  return found;
}

async function lookAt({ api }: Parties, entry: Entry): Promise<Found> {
  const { id, rows, connectionString: known, isStringUncertain } = entry;
  const nothing: Found = { missing: [], lost: [], changed: [] };
  const answer = await api.call("GET", `/api/v1/databases/${id}/connection-string`);
  if (answer.status !== 200) return { ...nothing, missing: [`${id}: ${answer.status} ${answer.code}`] };
  const { connectionString } = answer.body as { connectionString: string };
  const changed = !isStringUncertain && known !== null && known !== connectionString ? [id] : [];
  try {
    const held = await readRows(connectionString);
    const lost = [...rows].filter((row) => !held.has(row));
    return { missing: [], lost: lost.map((row) => `${id}: row ${row}`), changed };
  } catch (error) {
    return { ...nothing, missing: [`${id}: ${String(error)}`], changed };
  }
}

async function readRows(connectionString: string): Promise<Set<number>> {
  const client = await connectTo(connectionString);
  try {
    const { rows: table } = await client.query<{ exists: boolean }>(
      "SELECT to_regclass('ledger') IS NOT NULL AS exists",
    );
    if (!table[0]?.exists) return new Set();
    const { rows } = await client.query<{ id: string }>("SELECT id FROM ledger");
    return new Set(rows.map(({ id }) => Number(id)));
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A deleted database is kept for a while, closed, with a role that can't sign in. */
async function cameBack({ api, superuser }: Parties, deleted: readonly Entry[]): Promise<string[]> {
  const list = await api.call("GET", "/api/v1/databases");
  if (list.status !== 200) return [`the list was answered ${list.status} ${list.code}`];
  const { rows } = await superuser.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE datallowconn UNION SELECT rolname FROM pg_roles WHERE rolcanlogin",
  );
  const there = new Set([
    ...(list.body as { items: { id: string }[] }).items.map(({ id }) => id),
    ...rows.map(({ name }) => name),
  ]);
  return deleted.filter(({ id }) => there.has(id)).map(({ id }) => id);
}

/** Nobody in a campaign takes more than a customer may, so any restriction of the guard is one too many. */
async function guardActs(control: pg.Pool, superuser: pg.Client): Promise<string[]> {
  const onHost = await superuser.query<{ act: string }>(
    `SELECT 'restriction ' || state || ' ' || rule || ' of ' || database_id AS act FROM host_guard.restriction
     UNION ALL SELECT act || ' ' || rule || ' of ' || coalesce(database_id, 'nobody') FROM host_guard.event
       WHERE act IN ('ended_session', 'made_read_only', 'closed')
     UNION ALL SELECT 'read-only setting of ' || rolname FROM pg_db_role_setting
       JOIN pg_roles ON pg_roles.oid = setrole, unnest(setconfig) AS setting
       WHERE rolname ~ '^db_' AND setting LIKE 'default_transaction_read_only=%'`,
  );
  const inRows = await control.query<{ act: string }>(
    "SELECT 'row of ' || id || ': ' || restriction AS act FROM database WHERE restriction IS NOT NULL",
  );
  return [...onHost.rows, ...inRows.rows].map(({ act }) => act);
}

/** Returns the customers' cluster, as its own files describe it: its superuser has only the socket. */
export function clusterOf(dataDirectory: string, provisionerUrl: string): WorkerHostCluster {
  const lines = readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n");
  const [pid, , , port, socketDirectory = ""] = lines;
  return {
    ...{ address: "127.0.0.1", port: Number(port), socketDirectory, superuser: "platform_root", dataDirectory },
    ...{ postmasterPid: Number(pid), provisionerUrl, sharesBlocks: false },
  };
}

export function invariantsTable(invariants: readonly Invariant[]): Table {
  return {
    title: "What must hold afterwards",
    columns: ["What", "Looked at", "Found", "Goal", "Met"],
    rows: invariants.map(({ name, checked, violations }) => [
      ...[name, checked === null ? "all" : String(checked), String(violations.length), "0"],
      violations.length === 0 ? "yes" : "no",
    ]),
  };
}

function named(name: string, checked: number, found: readonly Found[], kind: keyof Found): Invariant {
  return { name, checked, violations: found.flatMap((one) => one[kind]) };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function inGroups<T>(values: readonly T[], groups: number): T[][] {
  return Array.from({ length: groups }, (_, group) => values.filter((_, i) => i % groups === group));
}
