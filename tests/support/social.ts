import type { AuthContext } from "@/lib/auth/context";
import { finishSocial } from "@/lib/auth/social/finish";
import type { ProviderEndpointsByName } from "@/lib/auth/social/providers";
import { startSocialSignIn } from "@/lib/auth/social/start-sign-in";
import { OAuthIdentityProviders } from "@/lib/infra/oauth/oauth-identity-providers";
import { setProvider } from "@/lib/projects/providers/set";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/projects/settings";
import { OPERATOR } from "./context";
import { makeAuthContext, nextRequest } from "./sign-in";
import { signInAt } from "./social-stand-ins";
import { CLIENT, type Person } from "./stand-in-server";

interface Addresses {
  konnosIssuer: string | null;
  endpoints: ProviderEndpointsByName;
}

export const APP = "https://app.example.com";

/** A request to a project of its own that has a client at every provider. */
export async function makeSocialContext(
  addresses: Addresses,
  options: Parameters<typeof makeAuthContext>[0] = {},
): Promise<AuthContext> {
  const settings = { allowedOrigins: [APP], ...(options.settings as object | undefined) };
  const ctx = await makeAuthContext({ ...options, settings });
  await setClients(ctx);
  return { ...ctx, identityProviders: new OAuthIdentityProviders(addresses) };
}

export async function setClients(ctx: AuthContext, isEnabled = true): Promise<void> {
  const { organisationId } = await ctx.db.project.findUniqueOrThrow({ where: { id: ctx.tenant.id } });
  const operator = { ...ctx, actor: OPERATOR };
  if (organisationId === null) throw new Error("the project belongs to no organisation");
  const secrets = { clientId: CLIENT.id, clientSecret: CLIENT.secret, isEnabled };
  for (const provider of SOCIAL_PROVIDERS) {
    await setProvider(operator, { organisationId, projectId: ctx.tenant.id, provider, ...secrets });
  }
}

type Start = Partial<Parameters<typeof startSocialSignIn>[1]>;

/** Starts in this browser, and comes back from the provider as this person. Answers the callback's request. */
export async function signInBy(
  ctx: AuthContext,
  provider: SocialProvider,
  person: Person,
  start: Start = { callbackURL: `${APP}/in`, errorCallbackURL: `${APP}/failed` },
): Promise<AuthContext> {
  const { url } = await startSocialSignIn(ctx, { provider, ...start });
  return comeBack(ctx, provider, await signInAt(url, person));
}

/** The browser's request to the callback, at the address the provider sent it to. */
export async function comeBack(ctx: AuthContext, provider: string, returned: string): Promise<AuthContext> {
  const next = await nextRequest(ctx);
  await finishSocial(next, { provider, ...Object.fromEntries(new URL(returned).searchParams) });
  return next;
}

/** The `error` the callback's answer leads to; `null` when it leads to none. */
export function errorOf({ reply }: AuthContext): string | null {
  return new URL(reply.redirect ?? reply.continueTo ?? "").searchParams.get("error");
}

export const ADA = {
  sub: "110248495921238986420",
  email: "Ada@Example.com",
  email_verified: true,
  name: "Ada Lovelace",
};
