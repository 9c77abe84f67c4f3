import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { AUDIT_ACTIONS } from "@/lib/core/audit/resource";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { addressPartInOneForm } from "@/lib/core/email-address";
import { OrganisationId } from "@/lib/core/id-schemas";
import { containing, findActorIds, findActors } from "./actors";
import { type AuditEvent, toAuditEvent } from "./resource";

/** Days are UTC, and both are included. */
export const AuditFilter = z.object({
  organisationId: OrganisationId,
  actions: z.array(z.enum(AUDIT_ACTIONS)).max(AUDIT_ACTIONS.length).optional(),
  /** The id of a member who acted. */
  who: z.string().min(1).max(64).optional(),
  /** An id, or a part of an address or of a name, of the actor or of the event's target. */
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

/** Returns the actions and their actors, newest first. Throws `invalid_request` for a cursor of another list. */
export async function listAuditEvents(ctx: Context, input: ListAuditInput): Promise<Page<AuditEvent>> {
  const { before, limit, ...filter } = input;
  requireMemberPermission(ctx, filter.organisationId, "audit:read");
  const { organisationId, actions = [], who = "", about = "", from = "", until = "" } = filter;
  const list = ["audit", organisationId, actions.join(), who, about, from, until];
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
  const named = { organisationId, name: containing(about), ...VISIBLE };
  const [actors, databases] = await Promise.all([
    findActorIds(ctx, organisationId, about),
    ctx.db.database.findMany({ where: named, select: { id: true } }),
  ]);
  return [about, ...actors, ...databases.map(({ id }) => id)];
}

/** A condition of a text in JSON, for which Prisma has `containing` under another name. */
function within(part: string) {
  const { contains, mode } = containing(part);
  return { string_contains: contains, mode };
}

function conditionOf({ organisationId, actions, who, about, from, until }: AuditFilter, ids: readonly string[]) {
  const start = from === undefined ? undefined : new Date(`${from}T00:00:00.000Z`);
  const end = until === undefined ? undefined : new Date(Date.parse(`${until}T00:00:00.000Z`) + 86_400_000);
  return {
    organisationId,
    ...(actions && { action: { in: actions } }),
    ...(who && { actorId: who }),
    ...(about && {
      OR: [
        { actorId: { in: [...ids] } },
        { targetId: { in: [...ids] } },
        { data: { path: ["email"], ...within(addressPartInOneForm(about)) } },
        { data: { path: ["name"], ...within(about) } },
      ],
    }),
    ...((start || end) && { createdAt: { ...(start && { gte: start }), ...(end && { lt: end }) } }),
  };
}
