import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Page, readPlace, writePlace } from "@/lib/core/db/cursor";
import { projectNotFound } from "@/lib/core/not-found";
import { getProjectInOrganisation } from "@/lib/sign-in/projects/in-organisation";
import { addEmails } from "./add-emails";
import { filterText, ProjectLogFilter } from "./filter";
import { findEntries, isNamed } from "./find";
import type { LogSource, ProjectLogEntry } from "./resource";
import type { LogProject } from "./source";

export const ListProjectLogInput = ProjectLogFilter.extend({
  organisationId: z.string(),
  projectId: z.string(),
  /** The `nextCursor` of the page before. */
  before: z.string().max(512).optional(),
  limit: z.int().min(1).max(1_000).default(100),
});
export type ListProjectLogInput = z.input<typeof ListProjectLogInput>;

/** Each source has a permission of its own; every role that reads projects has them all. */
const PERMISSIONS = ["projects:read", "functions:read", "users:read", "data:read"] as const;

/**
 * Returns a project's log, newest first: its requests, the log of its functions, its sign-in events and the statements
 * in its database. A page may have fewer than `limit` entries, and none, though more follow: it looks at so many rows of
 * each source and no more. Throws `project_not_found`, `invalid_request`.
 */
export async function listProjectLog(ctx: Context, input: ListProjectLogInput): Promise<Page<ProjectLogEntry>> {
  const { organisationId, projectId, before, limit = 100, ...filter } = input;
  const project = await requireLogProject(ctx, organisationId, projectId);
  const list = ["project-log", projectId, filterText(filter)];
  const [time, source, id, byId] = readPlace(ctx, list, before) ?? [];
  const place = time && source && id ? { createdAt: new Date(time), source: source as LogSource, id } : null;
  // All pages of a list are read alike, although the first entry with the text as an id may come in between.
  const isById = place ? byId === "id" : await isNamed(ctx, project, filter);
  const { entries, next } = await findEntries(ctx, { project, filter, isNamed: isById, before: place, limit });
  const nextPlace = next && [next.createdAt.toISOString(), next.source, next.id, isById ? "id" : ""];
  return {
    items: await addEmails(ctx, projectId, entries),
    nextCursor: nextPlace && writePlace(ctx, list, nextPlace),
  };
}

/** Returns the project whose log the actor may read. Throws `project_not_found`, also to strangers. */
export async function requireLogProject(ctx: Context, organisationId: string, projectId: string): Promise<LogProject> {
  for (const permission of PERMISSIONS) requireMemberPermission(ctx, organisationId, permission);
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.project.findUnique({ where: { id: projectId }, select: { id: true, databaseId: true } });
  if (!row) throw projectNotFound();
  return row;
}
