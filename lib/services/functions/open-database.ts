import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { requireUsable } from "@/lib/hosting/databases/ready";
import { openAsDerivedRole } from "@/lib/sql/customer-session/open-derived";
import type { SqlContext } from "@/lib/sql/over-http/context";

export type FunctionDatabaseContext = Pick<SqlContext, "sqlDatabases"> &
  Pick<Context, "db" | "hosts" | "random" | "sealer">;

/**
 * The bounds of a session. A function may set others, but its session ends with its connection, which ends with its
 * call.
 */
export const SESSION_SECONDS = { statement: 150, idleTransaction: 60 };

const LIMITS = {
  statement_timeout: `${SESSION_SECONDS.statement}s`,
  idle_in_transaction_session_timeout: `${SESSION_SECONDS.idleTransaction}s`,
};

/**
 * Opens a session in a project's database for one of its functions, as the database's function role. The role is made
 * when it's first needed, and gets its rights and password again where they're gone. Throws `database_not_found`,
 * `database_not_ready`, `over_quota`, `conflict`, `host_unavailable`.
 */
export async function openFunctionDatabase(
  ctx: FunctionDatabaseContext,
  { databaseId, functionId }: { databaseId: string; functionId: string },
): Promise<RawSession> {
  const [{ id, hostId }, named] = await Promise.all([
    findUsable(ctx, databaseId),
    ctx.db.projectFunction.findUnique({ where: { id: functionId }, select: { name: true } }),
  ]);
  const host = await ctx.hosts.get(hostId);
  const options = { applicationName: named?.name ?? "function", settings: LIMITS };
  return openAsDerivedRole(
    ctx,
    { id, hostId },
    {
      ...{ purpose: "function-role", name: "the role of its functions" },
      connect: (password) => host.connectAsFunction(id, password, options),
      ensure: (session, verifier) => session.ensureFunctionRole(id, verifier),
      requireUsable: () => findUsable(ctx, databaseId),
    },
  );
}

async function findUsable(ctx: FunctionDatabaseContext, databaseId: string) {
  const database = await ctx.sqlDatabases.find(databaseId);
  if (!database) throw new ServiceError("database_not_found", "The project's database doesn't exist.");
  requireUsable(database);
  return database;
}
