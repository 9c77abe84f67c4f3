import type { Actor } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { createSqlParts, type SqlContext } from "@/lib/sql/over-http/context";
import { executeSql } from "@/lib/sql/over-http/execute";
import { executeSqlByPassword } from "@/lib/sql/over-http/execute-by-password";
import { ExecuteSqlInput, type Query, statementOf } from "@/lib/sql/over-http/request";
import type { HostingService } from "./databases";

export interface SqlResult {
  command: string;
  rowCount: number | null;
  rowAsArray: boolean;
  fields: { name: string; dataTypeID: number }[];
  // biome-ignore lint/suspicious/noExplicitAny: rows have any columns of the statement
  rows: any[];
}

/** A key's actor of a member, as `authenticateManagementKey` returns it. */
export function keyActor(
  member: Extract<Actor, { kind: "member" }>,
  options: { readOnly?: boolean; databaseId?: string } = {},
): Actor {
  const { id: memberId, organisationId, role } = member;
  const { readOnly = false, databaseId = null } = options;
  return {
    kind: "management-key",
    id: `key_${memberId.slice(4)}`,
    ...{ organisationId, memberId, role, databaseId, readOnly, managementApi: false },
  };
}

/** A process that runs SQL over HTTP, by its verbs. */
export async function openSqlProcess(service: HostingService) {
  const parts = createSqlParts(service.db);
  const contextOf = async (actor: Actor): Promise<SqlContext> => ({ ...(await service.context(actor)), ...parts });
  return {
    parts,
    contextOf,
    /** Runs one statement, or several, and returns the answer. */
    async run(actor: Actor, input: Record<string, unknown>, caller = new AbortController().signal) {
      const parsed = ExecuteSqlInput.parse(input);
      return JSON.parse(await executeSql(await contextOf(actor), parsed, caller)) as SqlResult & {
        results: SqlResult[];
      };
    },
    async runByPassword(connectionString: string, query: Query, caller = new AbortController().signal) {
      const ctx = await contextOf({ kind: "anonymous", id: "anonymous" });
      const statements = [statementOf(query, { rawText: true, arrayMode: false })];
      const request = { statements, transaction: null };
      return JSON.parse(await executeSqlByPassword(ctx, { connectionString, request }, caller)) as SqlResult;
    },
    close: () => parts.sqlSessions.close(),
  };
}

/** The code, SQLSTATE and message of the refusal that `work` ends with. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; sqlState: string; message: string }> {
  const error = await work.then(
    () => new Error("it was not refused"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ServiceError)) throw error;
  return { code: error.code, sqlState: error.fields.code ?? "", message: error.message };
}
