import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { AUDIT_ACTIONS } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { OrganisationId } from "@/lib/core/id-schemas";
import { findActorIds, findActors } from "./actors";
import { type AuditEvent, toAuditEvent } from "./resource";

/** Days are UTC, and both are included. */
export const AuditFilter = z.object({
  organisationId: OrganisationId,
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The text is an id, the address of somebody or the name of a database, as actor or target of the event. */
  about: z.string().trim().min(1).max(254).optional(),
  from: z.iso.date().optional(),
  until: z.iso.date().optional(),
});
export type AuditFilter = z.infer<typeof AuditFilter>;

interface ListAuditInput extends AuditFilter {
  /** The cursor is the `nextCursor` of the page before. */
  before?: string | undefined;
  limit: number;
}

/** Returns who did what, newest first. Throws `invalid_request` for a cursor of another list. */
export async function listAuditEvents(ctx: Context, input: ListAuditInput): Promise<Page<AuditEvent>> {
  const { before, limit, ...filter } = input;
  requireMemberPermission(ctx, filter.organisationId, "audit:read");
  const { organisationId, action = "", about = "", from = "", until = "" } = filter;
  const list = ["audit", organisationId, action, about, from, until];
  const rows = await ctx.db.auditEvent.findMany({
    where: { AND: [conditionOf(filter, await idsOf(ctx, filter)), afterCursor(readCursor(ctx, list, before))] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit + 1,
  });
  const actorIds = rows.map(({ actorId }) => actorId);
  const actors = await findActors(ctx, organisationId, actorIds);
  return pageOf(ctx, list, rows, limit, (row) => toAuditEvent(row, actors));
}

async function idsOf(ctx: Context, { organisationId, about }: AuditFilter): Promise<string[]> {
  if (about === undefined) return [];
  const named = { organisationId, name: about, ...VISIBLE };
  const [actors, databases] = await Promise.all([
    about.includes("@") ? findActorIds(ctx, organisationId, about) : [],
    ctx.db.database.findMany({ where: named, select: { id: true } }),
  ]);
  return [about, ...actors, ...databases.map(({ id }) => id)];
}

function conditionOf({ organisationId, action, about, from, until }: AuditFilter, ids: readonly string[]) {
  const start = from === undefined ? undefined : new Date(`${from}T00:00:00.000Z`);
  const end = until === undefined ? undefined : new Date(Date.parse(`${until}T00:00:00.000Z`) + 86_400_000);
  return {
    organisationId,
    ...(action && { action }),
    ...(about && {
      OR: [
        { actorId: { in: [...ids] } },
        { targetId: { in: [...ids] } },
        { data: { path: ["email"], equals: about.toLowerCase() } },
      ],
    }),
    ...((start || end) && { createdAt: { ...(start && { gte: start }), ...(end && { lt: end }) } }),
  };
}
