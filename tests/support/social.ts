import { createHash } from "node:crypto";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";
import type { ProviderEndpointsByName } from "@/lib/core/provider-endpoints";
import { OAuthIdentityProviders } from "@/lib/infra/oauth/oauth-identity-providers";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { finishSocial } from "@/lib/sign-in/social/finish";
import { startSocialSignIn } from "@/lib/sign-in/social/start-sign-in";
import { APPLE } from "./apple";
import { OPERATOR } from "./context";
import { makeUserContext } from "./sign-in";
import { signInAt } from "./social-stand-ins";
import { CLIENT, type Person } from "./stand-in-server";
import { nextRequest, send, type TestRequest } from "./test-browser";

interface Addresses {
  konnosIssuer: string | null;
  endpoints: ProviderEndpointsByName;
}

export const APP = "https://app.example.com";

/** A request to a project of its own that has a client at every provider. */
export async function makeSocialContext(
  addresses: Addresses,
  options: Parameters<typeof makeUserContext>[0] = {},
): Promise<TestRequest> {
  const settings = { allowedOrigins: [APP], ...(options.settings as object | undefined) };
  const ctx = await makeUserContext({ ...options, settings });
  await setClients(ctx);
  return { ...ctx, signIn: { ...ctx.signIn, identityProviders: new OAuthIdentityProviders(addresses, ctx.outgoing) } };
}

export async function setClients(ctx: TestRequest, isEnabled = true): Promise<void> {
  const { organisationId } = await ctx.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
  const operator = { ...ctx, actor: OPERATOR };
  if (organisationId === null) throw new Error("the project belongs to no organisation");
  for (const provider of SOCIAL_PROVIDERS) {
    await setProvider(operator, { organisationId, projectId: ctx.project.id, ...clientAt(provider), isEnabled });
  }
}

/** Returns the client that the provider's stand-in knows. */
export function clientAt(provider: SocialProvider) {
  if (provider !== "apple") return { provider, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const { privateKey: clientSecret, ...key } = APPLE;
  return { provider, clientId: CLIENT.id, clientSecret, ...key };
}

type Start = Partial<Parameters<typeof startSocialSignIn>[1]>;

/** Starts in this browser, and comes back from the provider as this person. Answers the callback's request. */
export async function signInBy(
  ctx: TestRequest,
  provider: string,
  person: Person,
  start: Start = { callbackURL: `${APP}/in`, errorCallbackURL: `${APP}/failed` },
): Promise<TestRequest> {
  const { url } = await send(ctx, startSocialSignIn, { provider, ...start });
  return comeBack(ctx, provider, await signInAt(url, person));
}

/** The browser's request to the callback, at the address the provider sent it to. */
export async function comeBack(ctx: TestRequest, provider: string, returned: string): Promise<TestRequest> {
  const next = await nextRequest(ctx);
  await send(next, finishSocial, { provider, ...Object.fromEntries(new URL(returned).searchParams) });
  return next;
}

interface HandedTokens {
  token: string;
  accessToken: string;
}

/** The tokens that an app gets from a provider by itself, as this person. */
export async function fetchIdToken(
  { project }: { project: { id: string } },
  server: { origin: string; authentication?: "basic" | "post" },
  person: Person,
  nonce?: string,
): Promise<HandedTokens> {
  const verifier = "v".repeat(43);
  const redirect_uri = `${APP}/auth/${project.id}/callback/app`;
  const url = new URL(`${server.origin}/auth`);
  const asked = {
    response_type: "code",
    client_id: CLIENT.id,
    redirect_uri,
    scope: "openid email profile",
    state: "s",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    ...(nonce !== undefined && { nonce }),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const code = new URL(await signInAt(url.href, person)).searchParams.get("code") ?? "";
  const grant = { grant_type: "authorization_code", code, redirect_uri, code_verifier: verifier };
  const isBasic = server.authentication === "basic";
  const basic = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString("base64")}`;
  const response = await fetch(`${server.origin}/token`, {
    method: "POST",
    headers: isBasic ? { authorization: basic } : {},
    body: new URLSearchParams(isBasic ? grant : { ...grant, client_id: CLIENT.id, client_secret: CLIENT.secret }),
  });
  const { id_token, access_token } = (await response.json()) as { id_token: string; access_token: string };
  return { token: id_token, accessToken: access_token };
}

/** The `error` the callback's answer leads to; `null` when it leads to none. */
export function errorOf({ received }: TestRequest): string | null {
  return new URL(received.redirect ?? received.continueTo ?? "").searchParams.get("error");
}

export const ADA = {
  sub: "110248495921238986420",
  email: "Ada@Example.com",
  email_verified: true,
  name: "Ada Lovelace",
};
