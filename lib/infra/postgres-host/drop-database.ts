import type pg from "pg";
import { codeOf } from "@/lib/core/error-code";
import { SQLSTATE } from "@/lib/core/sql-state";
import { quoted } from "./checked";
import { endUntilNone } from "./end-sessions";

/** Drops a database with the sessions in it. */
export async function dropDatabase(client: pg.ClientBase, id: string): Promise<void> {
  try {
    await client.query(`DROP DATABASE IF EXISTS ${quoted(id)} WITH (FORCE)`);
  } catch (error) {
    // FORCE fails at a worker of autovacuum, which only a superuser may terminate; a plain DROP ends it and waits.
    if (codeOf(error) !== SQLSTATE.insufficientPrivilege) throw error;
    await endUntilNone(client, "datname", id);
    await client.query(`DROP DATABASE IF EXISTS ${quoted(id)}`);
  }
}
