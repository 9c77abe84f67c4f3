import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { type Page, readCursor, writePlace } from "@/lib/core/db/cursor";
import { getProjectInOrganisation } from "../projects/in-organisation";
import { filterText, SecurityEventFilter } from "./filter";
import { findSecurityEvents, type SecurityEventRow } from "./find";
import { type SecurityEvent, toSecurityEvent } from "./resource";

export const ListSecurityEventsInput = SecurityEventFilter.extend({
  organisationId: z.string(),
  projectId: z.string(),
  /** The `nextCursor` of the page before. */
  before: z.string().max(512).optional(),
  limit: z.int().min(1).max(1_000).default(100),
});
type ListSecurityEventsInput = z.infer<typeof ListSecurityEventsInput>;

/**
 * Returns a project's security events, newest first. A page may have fewer than `limit`, and none, though more follow:
 * it looks at so many events and no more. Throws `project_not_found`, `invalid_request`.
 */
export async function listSecurityEvents(ctx: Context, input: ListSecurityEventsInput): Promise<Page<SecurityEvent>> {
  requireMemberPermission(ctx, input.organisationId, "users:read");
  const { organisationId, projectId, before, limit, ...filter } = input;
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const list = ["security-events", projectId, filterText(filter)];
  const place = readCursor(ctx, list, before);
  const { rows, next } = await findSecurityEvents(ctx, { projectId, filter, before: place, limit });
  const emails = await findEmails(ctx, projectId, rows);
  const nextCursor = next && writePlace(ctx, list, [next.createdAt.toISOString(), next.id]);
  return { items: rows.map((row) => toSecurityEvent(row, emails)), nextCursor };
}

/** Returns the addresses of the users whom the events name. */
export async function findEmails(
  ctx: Context,
  projectId: string,
  rows: readonly SecurityEventRow[],
): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap(({ userId }) => userId ?? []))];
  const users = await ctx.db.user.findMany({
    where: { projectId, id: { in: ids } },
    select: { id: true, email: true },
  });
  return new Map(users.map(({ id, email }) => [id, email]));
}
