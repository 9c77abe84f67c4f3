import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { requireActiveProject, requireProject } from "@/lib/sign-in/project-keys/authorise";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { asRefusal } from "@/lib/sql/customer-session/refusal";
import { openOutboxSession, type RealtimeDatabase, SESSION_NAMES } from "../outbox/open";

const READ = { scope: "read", permission: "projects:read" } as const;
const WRITE = { scope: "read-write", permission: "projects:write" } as const;

interface ProjectDatabase extends RealtimeDatabase {
  organisationId: string;
}

/** Returns the project's database to its server key, its members or the operator; `null` where it has none. */
export async function findRealtimeDatabase(
  ctx: Context,
  projectId: string,
  access: "read" | "write",
): Promise<ProjectDatabase | null> {
  const project =
    access === "read" ? await requireProject(ctx, projectId, READ) : await requireActiveProject(ctx, projectId, WRITE);
  const row = await ctx.db.project.findUniqueOrThrow({ where: { id: projectId }, select: { databaseId: true } });
  if (row.databaseId === null) return null;
  return getReadyDatabase(ctx, project.organisationId, row.databaseId);
}

/** Opens a session for as long as `work` takes. A refusal by PostgreSQL becomes `invalid_request` or `conflict`. */
export async function withSetUpSession<T>(
  ctx: Context,
  database: RealtimeDatabase,
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  const session = await openOutboxSession(ctx, database, { applicationName: SESSION_NAMES.setUp });
  try {
    return await asRefusal(() => work(session));
  } finally {
    await session.close();
  }
}

/** A table in a path: `todos` is `public.todos`. Only the first dot divides. */
export const TABLE_REFERENCE = /^[^\0.]{1,63}(?:\.[^\0]{1,63})?$/;

/** Returns schema and name of a table, and how SQL refers to it. `todos` is `public.todos`; only the first dot divides. */
export function readTableReference(table: string): { schema: string; name: string; quoted: string } {
  const dot = table.indexOf(".");
  const at =
    dot === -1 ? { schema: "public", name: table } : { schema: table.slice(0, dot), name: table.slice(dot + 1) };
  return { ...at, quoted: quoteTable(at) };
}

export function tableNotFound(table: string): ServiceError {
  return new ServiceError("not_found", `The database has no table ${table}.`);
}
