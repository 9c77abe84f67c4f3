import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { getUserInProject, type UserAddress } from "../users/user-address";
import { organisationClaims } from "./claims";
import { showUserClaims } from "./show-claims";

export interface ActedUser {
  id: string;
  email: string;
  claims: Record<string, unknown>;
}

/**
 * Returns a user as a service sees them, for a member who acts in their place. Claims are those of a token that the user
 * would get now, with the organisation of the session they used last. Throws `user_not_found`, `conflict` for a banned
 * one.
 */
export async function readAsUser(ctx: Context, address: UserAddress): Promise<ActedUser> {
  const { id, email, bannedAt } = await getUserInProject(ctx, address);
  if (bannedAt !== null) throw new ServiceError("conflict", "This user is banned, so their requests are refused.");
  const claims = await showUserClaims(ctx, address);
  return { id, email, claims: { ...claims, ...organisationClaims(await lastOrganisation(ctx, address)) } };
}

async function lastOrganisation(ctx: Context, address: UserAddress) {
  const session = await ctx.db.session.findFirst({
    where: { ...address, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ updatedAt: "desc" }, { id: "asc" }],
    select: { activeOrganisation: { select: { id: true, slug: true } } },
  });
  const organisation = session?.activeOrganisation;
  if (!organisation) return null;
  const where = { ...address, organisationId: organisation.id };
  const member = await ctx.db.userOrganisationMember.findFirst({ where, select: { role: true } });
  return member && { ...organisation, role: member.role };
}
