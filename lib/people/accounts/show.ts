import { requireUser } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { isId } from "@/lib/core/ids";
import { CREDENTIAL } from "@/lib/sign-in/credentials/credential";
import { getDashboardProjectId } from "./dashboard-project";
import type { AccountDetails } from "./resource";

/** Returns how the signed-in account signs in, and where it is signed in. */
export async function showAccount(ctx: Context, { sessionId }: { sessionId: string }): Promise<AccountDetails> {
  const userId = requireUser(ctx);
  const where = { userId, projectId: await getDashboardProjectId(ctx) };
  const [user, accounts, passkeys, sessions] = await Promise.all([
    ctx.db.user.findUniqueOrThrow({ where: { id: userId }, select: { twoFactorEnabled: true } }),
    ctx.db.account.findMany({ where, select: { providerId: true }, orderBy: { createdAt: "asc" } }),
    ctx.db.passkey.count({ where }),
    ctx.db.session.findMany({
      where: { ...where, expiresAt: { gt: ctx.clock.now() } },
      select: { id: true, userAgent: true, ipAddress: true, signedInAt: true },
      orderBy: [{ signedInAt: "desc" }, { id: "desc" }],
    }),
  ]);
  const providers = accounts.map(({ providerId }) => providerId).filter((id) => id !== CREDENTIAL);
  const listed = sessions.map(({ ipAddress, signedInAt, ...session }) => ({
    ...session,
    address: ipAddress,
    signedInAt: signedInAt.toISOString(),
    isCurrent: session.id === sessionId,
  }));
  return {
    hasPassword: accounts.some(({ providerId }) => providerId === CREDENTIAL),
    passkeys,
    hasTwoFactor: user.twoFactorEnabled,
    providers: await withNames(ctx, providers),
    sessions: listed.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent)),
  };
}

/** A connection of an organisation is known by its name. */
async function withNames({ db }: Context, providers: string[]): Promise<string[]> {
  const ids = providers.filter((id) => isId("ssoConnection", id));
  if (ids.length === 0) return providers;
  const rows = await db.ssoConnection.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return providers.map((id) => rows.find((row) => row.id === id)?.name ?? id);
}
