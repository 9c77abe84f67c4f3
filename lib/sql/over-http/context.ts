import type { Context } from "@/lib/core/context";
import type { DatabaseClient } from "@/lib/core/db/client";
import { SqlDatabaseLookup } from "./database-lookup";
import { SqlKeyLookup } from "./key-lookup";
import { SessionPool } from "./session-pool";
import { SqlTurns } from "./turns";

/** The parts that requests of SQL over HTTP share in a process. */
interface SqlParts {
  managementKeys: SqlKeyLookup;
  sqlDatabases: SqlDatabaseLookup;
  sqlSessions: SessionPool;
  sqlTurns: SqlTurns;
}

export type SqlContext = Context & SqlParts;

export function createSqlParts(db: DatabaseClient): SqlParts {
  const sqlDatabases = new SqlDatabaseLookup(db);
  const managementKeys = new SqlKeyLookup(db, sqlDatabases);
  return { managementKeys, sqlDatabases, sqlSessions: new SessionPool(), sqlTurns: new SqlTurns() };
}
