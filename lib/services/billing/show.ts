import { hasPermission } from "@/lib/core/access/permissions";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { BillingContext } from "./context";
import { graceUntil } from "./grant";
import type { OrganisationBilling } from "./resource";

const SHOWN = 100;

/** Returns how an organisation's plan is paid for. Throws `not_found`. */
export async function showBilling(
  ctx: BillingContext,
  { organisationId }: { organisationId: string },
): Promise<OrganisationBilling> {
  requireMemberPermission(ctx, organisationId, "databases:read");
  const rows = await ctx.db.billingSubscription.findMany({
    where: { organisationId, OR: [{ projectId: null }, { project: { deletedAt: null } }] },
    include: { project: { select: { id: true, name: true } } },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    take: SHOWN,
  });
  const { actor } = ctx;
  const mayPay = actor.kind !== "member" || hasPermission(actor.role, "organisation:write");
  return {
    isConfigured: ctx.billing !== null,
    portalUrl: mayPay ? (ctx.billing?.portalUrl ?? null) : null,
    subscriptions: rows.map(({ id, project, plan, status, isGranted, cancelAtPeriodEnd, ...row }) => ({
      ...{ id, project, plan, status, isGranted, cancelAtPeriodEnd },
      currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
      graceUntil: isGranted && row.pastDueSince ? graceUntil(row.pastDueSince).toISOString() : null,
    })),
  };
}
