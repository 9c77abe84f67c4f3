import { z } from "zod";
import { requireUser } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withAdvisoryLock } from "@/lib/core/db/advisory-lock";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { requireOpenSignUp } from "@/lib/people/accounts/dashboard-project";
import { type Organisation, OrganisationName, toOrganisation } from "./resource";

/** The free plan costs its owner nothing, so the number of such organisations is limited. */
const MAX_OWNED = 10;

export const CreateOwnOrganisationInput = z.object({ name: OrganisationName });
export type CreateOwnOrganisationInput = z.infer<typeof CreateOwnOrganisationInput>;

/**
 * Makes an organisation on the free plan, owned by the signed-in account. Throws `feature_disabled` where only the
 * operator makes organisations, and `limit_reached` for an account that owns ten.
 */
export async function createOwnOrganisation(ctx: Context, { name }: CreateOwnOrganisationInput): Promise<Organisation> {
  const userId = requireUser(ctx);
  await requireOpenSignUp(ctx);
  return withAdvisoryLock(ctx, `coppice/organisations-of ${userId}`, async (tx) => {
    const owned = await tx.db.member.count({ where: { userId, role: "owner" } });
    if (owned >= MAX_OWNED) throw new ServiceError("limit_reached", `You already own ${MAX_OWNED} organisations.`);
    const createdAt = tx.clock.now();
    const row = await tx.db.organisation.create({ data: { id: createId("organisation", tx.random), name, createdAt } });
    const member = { id: createId("member", tx.random), organisationId: row.id, userId, role: "owner", createdAt };
    await tx.db.member.create({ data: member, select: { id: true } });
    const { plan, hostKind } = row;
    const data = { name, plan, hostKind, owner: member.id };
    await recordAudit(tx, { organisationId: row.id, action: "organisation.create", targetId: row.id, data });
    return toOrganisation(row);
  });
}
