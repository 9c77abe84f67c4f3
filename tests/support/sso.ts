import { acceptSamlResponse } from "@/lib/sign-in/sso/accept-saml-response";
import { createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { finishOidc } from "@/lib/sign-in/sso/finish-oidc";
import { finishSso } from "@/lib/sign-in/sso/finish-saml";
import { startSsoSignIn } from "@/lib/sign-in/sso/start";
import { FixedClock, OPERATOR } from "./context";
import {
  encode,
  makeIdentityProvider,
  metadataOf,
  type ReadRequest,
  readRequest,
  type Said,
  saidTo,
  signedResponse,
  type TestIdentityProvider,
} from "./saml-identity-provider";
import { makeUserContext } from "./sign-in";
import { type Cookies, signInAt as signInAtProvider } from "./social-stand-ins";
import { CLIENT, type Person } from "./stand-in-server";
import { nextRequest, send, type TestRequest } from "./test-browser";

export const APP = "https://app.example.com";
export const DOMAIN = "acme.example";

/** The TXT records that the name servers of the tests have. */
export type Records = Map<string, string[]>;

export function publish(records: Records, { record }: { record: { name: string; value: string } }): void {
  records.set(record.name, [record.value]);
}

/** A browser at a project of its own, whose name servers are a map. */
export async function makeSsoContext(
  settings: object = {},
): Promise<TestRequest & { records: Records; clock: FixedClock }> {
  const records: Records = new Map();
  const clock = new FixedClock(new Date());
  const mail = { resolveTxt: async (name: string) => records.get(name) ?? [] };
  const ctx = await makeUserContext({ clock, mail, settings: { allowedOrigins: [APP], ...settings } });
  return { ...ctx, project: { ...ctx.project, hasSso: true }, records, clock };
}

type SsoRequest = Awaited<ReturnType<typeof makeSsoContext>>;

export const operatorOf = (ctx: TestRequest) => ({ ...ctx, actor: OPERATOR });

/** A domain of the connection that has been proven. */
export async function proveDomain(ctx: SsoRequest, connectionId: string, domain: string): Promise<void> {
  const operator = operatorOf(ctx);
  const address = { projectId: ctx.project.id, connectionId };
  const { domains } = await addSsoDomain(operator, { ...address, domain });
  const added = domains.find((each) => each.domain === domain);
  if (added) publish(ctx.records, added);
  await verifySsoDomain(operator, { ...address, domain });
}

interface ConnectGiven {
  domain?: string;
  createsUsers?: boolean;
  startsAtProvider?: boolean;
  signsRequests?: boolean;
  requiresEncryption?: boolean;
  trustsSecondFactor?: boolean;
  secondFactorContexts?: string[];
}

/** An enabled connection to an identity provider of its own, for one verified domain. */
export async function connect(
  ctx: SsoRequest,
  { domain = DOMAIN, ...given }: ConnectGiven = {},
): Promise<{ idp: TestIdentityProvider; connection: SsoConnection }> {
  const idp = await makeIdentityProvider(`idp.${domain}`);
  const operator = operatorOf(ctx);
  const projectId = ctx.project.id;
  const input = { name: "Acme", protocol: "saml", createsUsers: true, startsAtProvider: false, ...given } as const;
  const made = await createSsoConnection(operator, { ...input, projectId, saml: { metadata: metadataOf(idp) } });
  await proveDomain(ctx, made.id, domain);
  const connection = await updateSsoConnection(operator, { projectId, connectionId: made.id, enabled: true });
  return { idp, connection };
}

/** An enabled connection to an OpenID Connect issuer, for one verified domain. */
export async function connectOidc(
  ctx: SsoRequest,
  issuer: string,
  { domain = DOMAIN, ...given }: ConnectGiven = {},
): Promise<SsoConnection> {
  const operator = operatorOf(ctx);
  const projectId = ctx.project.id;
  const oidc = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  const input = { name: "Acme", protocol: "oidc", createsUsers: true, startsAtProvider: false, ...given } as const;
  const made = await createSsoConnection(operator, { ...input, projectId, oidc });
  await proveDomain(ctx, made.id, domain);
  return updateSsoConnection(operator, { projectId, connectionId: made.id, enabled: true });
}

type OidcStart = Partial<Parameters<typeof startSsoSignIn>[1]>;

/** Signs in at the connection's issuer as this person. Returns the request at whose end the browser is. */
export async function signInAtIssuer(
  ctx: TestRequest,
  { id: connectionId }: { id: string },
  person: Person,
  start: OidcStart = {},
): Promise<TestRequest> {
  const addresses = { callbackURL: `${APP}/in`, newUserCallbackURL: `${APP}/new`, errorCallbackURL: `${APP}/failed` };
  const { url } = await send(ctx, startSsoSignIn, { providerId: connectionId, ...addresses, ...start });
  return comeBackTo(ctx, connectionId, await signInAtProvider(url, person));
}

/** Signs in at the connection's issuer as this person, in a browser that keeps the issuer's cookies. */
export async function signInAtIssuerWith(
  ctx: TestRequest,
  { id: connectionId }: { id: string },
  person: Person,
  cookies: Cookies,
): Promise<TestRequest> {
  const { url } = await send(ctx, startSsoSignIn, { providerId: connectionId, callbackURL: `${APP}/in` });
  return comeBackTo(ctx, connectionId, await signInAtProvider(url, person, cookies));
}

/** The browser's request to the redirect URI, at the address that the issuer sent it to. */
export async function comeBackTo(ctx: TestRequest, connectionId: string, returned: string): Promise<TestRequest> {
  const next = await nextRequest(ctx);
  await send(next, finishOidc, { connectionId, ...Object.fromEntries(new URL(returned).searchParams) });
  return next;
}

/** Starts in this browser. Returns the browser's next request and the request to the identity provider. */
export async function startAt<Request extends TestRequest>(
  ctx: Request,
  { id }: { id: string },
): Promise<{ browser: Request; request: ReadRequest }> {
  const addresses = { callbackURL: `${APP}/in`, newUserCallbackURL: `${APP}/new`, errorCallbackURL: `${APP}/failed` };
  const { url } = await send(ctx, startSsoSignIn, { providerId: id, ...addresses });
  return { browser: await nextRequest(ctx), request: readRequest(url) };
}

/** Has a browser post a response, which brings no cookie of it, and returns where that leads. */
export async function post(ctx: TestRequest, connectionId: string, xml: string, relayState?: string): Promise<string> {
  const withoutCookies: TestRequest = { ...ctx, cookieHeader: null };
  const form = { SAMLResponse: encode(xml), RelayState: relayState };
  return (await acceptSamlResponse(withoutCookies, { connectionId, ...form })).redirect ?? "";
}

/** Ends the sign-in in this browser. */
export async function follow(browser: TestRequest, connectionId: string): Promise<TestRequest> {
  const next = await nextRequest(browser);
  await send(next, finishSso, { connectionId });
  return next;
}

/** A whole sign-in of an honest identity provider, at whose end the browser is. */
export async function signInAt(
  ctx: TestRequest & { clock: FixedClock },
  { idp, connection }: { idp: TestIdentityProvider; connection: { id: string } },
  changes: Partial<Said> = {},
): Promise<TestRequest> {
  const { browser, request } = await startAt(ctx, connection);
  const said = saidTo(idp, request, ctx.clock.now(), changes);
  await post(ctx, connection.id, signedResponse(idp, said));
  return follow(browser, connection.id);
}

export const errorIn = (address: string | null) => new URL(address ?? "").searchParams.get("error");
