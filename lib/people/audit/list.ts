import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { AUDIT_ACTIONS } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { OrganisationId } from "@/lib/core/id-schemas";
import { findEmails } from "@/lib/people/members/find-emails";
import type { AuditEvent } from "./resource";

/** Days are UTC, and both are included. */
export const AuditFilter = z.object({
  organisationId: OrganisationId,
  action: z.enum(AUDIT_ACTIONS).optional(),
  /** The text is an id, the address of a member or the name of a database, as actor or target of the event. */
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
  const emails = await findEmails(
    ctx,
    rows.map(({ actorId }) => actorId),
  );
  return pageOf(ctx, list, rows, limit, ({ organisationId: _, createdAt, ...event }) => ({
    ...event,
    actorEmail: emails.get(event.actorId) ?? null,
    createdAt: createdAt.toISOString(),
  }));
}

async function idsOf(ctx: Context, { organisationId, about }: AuditFilter): Promise<string[]> {
  if (about === undefined) return [];
  const select = { id: true };
  const members = { organisationId, user: { email: about.toLowerCase() } };
  const found = await Promise.all([
    about.includes("@") ? ctx.db.member.findMany({ where: members, select }) : [],
    ctx.db.database.findMany({ where: { organisationId, name: about, ...VISIBLE }, select }),
  ]);
  return [about, ...found.flat().map(({ id }) => id)];
}

function conditionOf({ organisationId, action, from, until }: AuditFilter, ids: readonly string[]) {
  const start = from === undefined ? undefined : new Date(`${from}T00:00:00.000Z`);
  const end = until === undefined ? undefined : new Date(Date.parse(`${until}T00:00:00.000Z`) + 86_400_000);
  return {
    organisationId,
    ...(action && { action }),
    ...(ids.length > 0 && { OR: [{ actorId: { in: [...ids] } }, { targetId: { in: [...ids] } }] }),
    ...((start || end) && { createdAt: { ...(start && { gte: start }), ...(end && { lt: end }) } }),
  };
}
