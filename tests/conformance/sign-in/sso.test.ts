import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, expectRefusal, type Lane, lane, laneContext, publicUrl, usedSecrets } from "@/tests/support/lanes";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import {
  encode,
  makeIdentityProvider,
  metadataOf,
  readRequest,
  saidTo,
  signedResponse,
} from "@/tests/support/saml-identity-provider";
import {
  APP_ORIGIN,
  askAuth,
  createSignInProject,
  createSignInServerKey,
  expectAuthRefusal,
  type SignInProject,
} from "@/tests/support/sign-in-lanes";
import { connect, onLane } from "@/tests/support/social-lanes";
import { signInAt } from "@/tests/support/social-stand-ins";
import { CLIENT } from "@/tests/support/stand-in-server";

const IN = `${APP_ORIGIN}/in`;
const DOMAIN = "acme.example";

let issuer: OidcStandIn;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  issuer = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
});
usedSecrets.add(CLIENT.secret);
afterAll(() => issuer.close());

/** A connection that the app's server has set up; no name server of the tests has the domain's record. */
async function setUp(lane: Lane, project: SignInProject) {
  const key = await createSignInServerKey(project, "admin");
  const server = (method: string, path = "", body?: unknown) =>
    ask(lane, method, `/v1/projects/${project.id}/sso/connections${path}`, {
      key,
      ...(body !== undefined && { body }),
    });
  const idp = await makeIdentityProvider();
  const made = await server("POST", "", { name: "Acme", saml: { metadata: metadataOf(idp) } });
  expect(made.status).toBe(201);
  const { id: connectionId, serviceProvider } = made.json;
  expectRefusal(await server("PATCH", `/${connectionId}`, { enabled: true }), "conflict");
  expect((await server("POST", `/${connectionId}/domains`, { domain: DOMAIN })).status).toBe(201);
  const { db } = await laneContext();
  await db.ssoDomain.updateMany({ where: { connectionId }, data: { verifiedAt: new Date() } });
  expect((await server("POST", `/${connectionId}/domains/${DOMAIN}/verify`)).json).toMatchObject({ domain: DOMAIN });
  expect((await server("PATCH", `/${connectionId}`, { enabled: true })).json).toMatchObject({ enabled: true });
  return { server, idp, connectionId, serviceProvider: serviceProvider as { acsUrl: string; entityId: string } };
}

/** The form that the identity provider has the browser post from its own site, without a cookie. */
function postForm(
  lane: Lane,
  acsUrl: string,
  fields: Record<string, string>,
  type = "application/x-www-form-urlencoded",
) {
  return fetch(onLane(lane, acsUrl), {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": type, origin: "https://idp.acme.example" },
    body: new URLSearchParams(fields).toString(),
  });
}

describe("single sign-on", () => {
  it("signs in the unmodified better-auth client by the domain of an address, again as the same user", async () => {
    const project = await createSignInProject();
    const { idp, connectionId, serviceProvider } = await setUp(lane, project);
    const signIn = async () => {
      const { client, open } = connect(lane, project);
      const started = await client.signIn.sso({ email: `ada@${DOMAIN}`, callbackURL: IN });
      expect(started.data).toEqual({ url: expect.stringMatching(`^${idp.signInUrl}\\?SAMLRequest=`), redirect: true });
      const request = readRequest(started.data?.url ?? "");
      expect(request).toMatchObject({ acsUrl: serviceProvider.acsUrl, issuer: serviceProvider.entityId });
      const said = saidTo(idp, request, new Date(), { email: `ada@${DOMAIN}`, nameId: "ada" });
      const form = { SAMLResponse: encode(signedResponse(idp, said)), RelayState: "https://evil.example" };
      const posted = await postForm(lane, request.acsUrl, form);
      expect([posted.status, posted.headers.getSetCookie()]).toEqual([302, []]);
      const next = posted.headers.get("location") ?? "";
      expect(next).toContain(`${publicUrl}/auth/${project.id}/sso/${connectionId}/continue?flow=`);
      const stranger = await fetch(onLane(lane, next), { redirect: "manual" });
      expect(stranger.headers.get("location")).toContain("error=state_mismatch");
      const back = await open(onLane(lane, next));
      expect([back.status, back.headers.get("location")]).toEqual([302, IN]);
      return client;
    };
    const client = await signIn();
    const user = (await client.getSession()).data?.user;
    expect(user).toMatchObject({ email: `ada@${DOMAIN}`, emailVerified: true, name: "Ada Lovelace" });
    expect((await client.listAccounts()).data).toMatchObject([{ providerId: connectionId, accountId: "ada" }]);
    const { data } = await client.$fetch<{ token: string }>("/token");
    const claims = JSON.parse(Buffer.from(data?.token.split(".")[1] ?? "", "base64url").toString());
    expect(claims).toMatchObject({ sso_connection_id: connectionId });
    expect((await (await signIn()).getSession()).data?.user.id).toBe(user?.id);
  });

  it("is started by the client's other ways to name a company, and refused in its errors", async () => {
    const project = await createSignInProject();
    const { idp, connectionId } = await setUp(lane, project);
    const { client } = connect(lane, project);
    for (const named of [{ domain: DOMAIN }, { providerId: connectionId }]) {
      const addresses = { callbackURL: IN, newUserCallbackURL: IN, errorCallbackURL: IN };
      const { data } = await client.signIn.sso({ ...named, ...addresses, loginHint: "ada", scopes: ["openid"] });
      expect(data?.url).toContain(`${idp.signInUrl}?SAMLRequest=`);
    }
    const unknown = await client.signIn.sso({ email: "ada@other.example", callbackURL: IN });
    expect(unknown.error).toMatchObject({ status: 404, code: "PROVIDER_NOT_FOUND" });
  });

  it("signs in by an OpenID Connect issuer that the app's server has set up", async () => {
    const project = await createSignInProject();
    const key = await createSignInServerKey(project, "admin");
    const connections = `/v1/projects/${project.id}/sso/connections`;
    const oidc = { issuer: issuer.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
    const made = await ask(lane, "POST", connections, { key, body: { name: "Acme", protocol: "oidc", oidc } });
    expect([made.status, JSON.stringify(made.json).includes(CLIENT.secret)]).toEqual([201, false]);
    const { id: connectionId } = made.json;
    await ask(lane, "POST", `${connections}/${connectionId}/domains`, { key, body: { domain: DOMAIN } });
    const { db } = await laneContext();
    await db.ssoDomain.updateMany({ where: { connectionId }, data: { verifiedAt: new Date() } });
    await ask(lane, "PATCH", `${connections}/${connectionId}`, { key, body: { enabled: true } });
    const { client, open } = connect(lane, project);
    const { data } = await client.signIn.sso({ email: `ada@${DOMAIN}`, callbackURL: IN });
    const returned = await signInAt(data?.url ?? "", { sub: "ada", email: `ada@${DOMAIN}`, name: "Ada" });
    expect(returned).toContain(`${publicUrl}/auth/${project.id}/sso/${connectionId}/callback?code=`);
    const stranger = await fetch(onLane(lane, returned), { redirect: "manual" });
    expect(stranger.headers.get("location")).toContain("error=state_mismatch");
    const back = await open(returned);
    expect([back.status, back.headers.get("location")]).toEqual([302, IN]);
    expect((await client.getSession()).data?.user).toMatchObject({ email: `ada@${DOMAIN}`, emailVerified: true });
  });

  it("has metadata, a link that starts a sign-in, and takes nothing but a form", async () => {
    const project = await createSignInProject();
    const { server, idp, connectionId, serviceProvider } = await setUp(lane, project);
    const metadata = await fetch(onLane(lane, serviceProvider.entityId));
    expect(metadata.headers.get("content-type")).toBe("application/samlmetadata+xml");
    expect(await metadata.text()).toContain(serviceProvider.acsUrl);
    const start = `${publicUrl}/auth/${project.id}/sso/${connectionId}?redirect_to=${encodeURIComponent(IN)}`;
    const opened = await fetch(onLane(lane, start), { redirect: "manual" });
    expect(opened.headers.get("location")).toContain(`${idp.signInUrl}?SAMLRequest=`);
    expect(opened.headers.getSetCookie()).toEqual([expect.stringMatching(/SameSite=Lax/)]);
    const json = await postForm(lane, serviceProvider.acsUrl, {}, "application/json");
    expect(json.status).toBe(415);
    const large = await postForm(lane, serviceProvider.acsUrl, { SAMLResponse: "A".repeat(500_000) });
    expect(large.status).toBe(413);
    const gone = await server("DELETE", `/${connectionId}`);
    expect(gone.json).toEqual({ id: connectionId, name: "Acme", endedSessions: 0 });
    expectRefusal(await server("GET", `/${connectionId}`), "sso_connection_not_found");
  });

  it("is told to anyone who asks for a connection that is not there, and never leads elsewhere", async () => {
    const project = await createSignInProject();
    const { connectionId } = await setUp(lane, project);
    const start = (body: object) => askAuth(lane, project, "POST", "/sign-in/sso", { body });
    expectAuthRefusal(await start({ email: "ada@other.example", callbackURL: IN }), "PROVIDER_NOT_FOUND");
    expectAuthRefusal(await start({ callbackURL: IN }), "VALIDATION_ERROR");
    const foreign = { providerId: connectionId, callbackURL: "https://evil.example" };
    expectAuthRefusal(await start(foreign), "INVALID_CALLBACK_URL");
    const elsewhere = await createSignInProject();
    const other = await askAuth(lane, elsewhere, "POST", "/sign-in/sso", {
      body: { providerId: connectionId, callbackURL: IN },
    });
    expectAuthRefusal(other, "PROVIDER_NOT_FOUND");
  });

  it("starts as often as the project lets an address, however few passwords it may try", async () => {
    const limits = {
      ssoPerAddress: { limit: 2, windowSeconds: 60 },
      signInPerAddress: { limit: 1, windowSeconds: 60 },
    };
    const project = await createSignInProject({ limits });
    const { connectionId, serviceProvider } = await setUp(lane, project);
    const body = { providerId: connectionId, callbackURL: IN };
    const start = () => askAuth(lane, project, "POST", "/sign-in/sso", { body });
    for (const status of [200, 200]) expect((await start()).status).toBe(status);
    expectAuthRefusal(await start(), "TOO_MANY_REQUESTS");
    expect((await postForm(lane, serviceProvider.acsUrl, { SAMLResponse: "AAAA" })).status).toBe(429);
  });
});
