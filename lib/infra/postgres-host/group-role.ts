import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { SQLSTATE } from "@/lib/core/sql-state";

const ATTRIBUTES = "NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS";

/** Makes a role that no one signs in as, unless it's there; another session may make it at the same moment. */
export async function ensureGroupRole(client: pg.PoolClient, name: string): Promise<void> {
  const { rowCount } = await client.query("SELECT FROM pg_roles WHERE rolname = $1", [name]);
  if (rowCount !== 0) return;
  try {
    await client.query(`CREATE ROLE ${name} ${ATTRIBUTES}`);
  } catch (error) {
    const code = codeOf(error);
    if (code !== SQLSTATE.duplicateObject && code !== SQLSTATE.uniqueViolation) throw error;
  }
}
