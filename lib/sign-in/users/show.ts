import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { CREDENTIAL } from "../credentials/credential";
import { type OwnedUserDetails, toOwnedUser } from "./owned-user";
import { getUserInProject, type UserAddress } from "./user-address";

export async function showUser(ctx: Context, address: UserAddress): Promise<OwnedUserDetails> {
  requireMemberPermission(ctx, address.organisationId, "users:read");
  const user = await getUserInProject(ctx, address);
  const where = { userId: user.id, projectId: address.projectId };
  const accounts = await ctx.db.account.findMany({
    where,
    select: { providerId: true, passwordSetAt: true, mustResetPassword: true },
    orderBy: { createdAt: "asc" },
  });
  const passkeys = await ctx.db.passkey.count({ where });
  const sessions = await ctx.db.session.count({ where: { ...where, expiresAt: { gt: ctx.clock.now() } } });
  const credential = accounts.find(({ providerId }) => providerId === CREDENTIAL);
  return {
    ...toOwnedUser(user),
    providers: accounts.map(({ providerId }) => providerId),
    passkeys,
    sessions,
    passwordSetAt: credential?.passwordSetAt?.toISOString() ?? null,
    mustResetPassword: credential?.mustResetPassword ?? false,
  };
}
