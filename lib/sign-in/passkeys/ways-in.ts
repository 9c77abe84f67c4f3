import type { UserContext } from "../context";
import { CREDENTIAL } from "../credentials/credential";
import { requireRelyingParty } from "./relying-party";

interface Without {
  passkeyId?: string;
  accountId?: string;
}

/** Returns whether the user keeps another way to sign in; mailed links and codes need only their mailbox. */
export async function hasOtherWayIn(ctx: UserContext, userId: string, without: Without): Promise<boolean> {
  const { methods } = ctx.project.settings;
  if (methods.magicLink || methods.emailOtp) return true;
  return (await hasAccount(ctx, userId, without)) || (await hasPasskey(ctx, userId, without));
}

async function hasAccount(ctx: UserContext, userId: string, { accountId }: Without): Promise<boolean> {
  const projectId = ctx.project.id;
  const enabled = await ctx.db.projectProvider.findMany({
    where: { projectId, isEnabled: true },
    select: { provider: true },
  });
  const providers = enabled.map(({ provider }) => provider);
  if (ctx.project.settings.methods.password) providers.push(CREDENTIAL);
  const others = accountId === undefined ? {} : { id: { not: accountId } };
  const where = { userId, projectId, providerId: { in: providers }, ...others };
  return (await ctx.db.account.count({ where })) > 0;
}

async function hasPasskey(ctx: UserContext, userId: string, { passkeyId }: Without): Promise<boolean> {
  if (!ctx.project.settings.methods.passkey) return false;
  const { id: rpId } = requireRelyingParty(ctx);
  const others = passkeyId === undefined ? {} : { id: { not: passkeyId } };
  return (await ctx.db.passkey.count({ where: { userId, projectId: ctx.project.id, rpId, ...others } })) > 0;
}
