import { createHash, createSign } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { JWTPayload } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createAuthorizationCode } from "@/lib/sign-in/sessions/exchange/create-code";
import { exchangeCode } from "@/lib/sign-in/sessions/exchange/exchange-code";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { acceptLogoutToken } from "@/lib/sign-in/sso/logout/oidc";
import { acceptLogoutByAddress, acceptLogoutByForm } from "@/lib/sign-in/sso/logout/saml";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { showSamlMetadata } from "@/lib/sign-in/sso/saml/show-metadata";
import { finishEnrolment } from "@/lib/sign-in/two-factor/enrol";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import {
  encode,
  makeIdentityProvider,
  metadataOf,
  signXml,
  type TestIdentityProvider,
} from "@/tests/support/saml-identity-provider";
import { eventsOf, signUp } from "@/tests/support/sign-in";
import { APP, connect, connectOidc, makeSsoContext, operatorOf, signInAt, signInAtIssuer } from "@/tests/support/sso";
import { CLIENT } from "@/tests/support/stand-in-server";
import { otherBrowser, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

const RSA_SHA256 = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
const isSignedIn = (browser: TestRequest) =>
  signedInRequest(browser).then(
    () => true,
    () => false,
  );

/** A connection whose identity provider has a single logout, at which Ada and Bob sign in. */
async function setUp() {
  const ctx = await makeSsoContext();
  const { idp, connection } = await connect(ctx);
  const metadata = metadataOf(idp).replace(
    "<md:SingleSignOnService",
    `<md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${idp.signInUrl}/slo"/><md:SingleSignOnService`,
  );
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const set = await updateSsoConnection(operatorOf(ctx), { ...address, saml: { metadata } });
  expect(set.saml?.signOutUrl).toBe(`${idp.signInUrl}/slo`);
  const signIn = (nameId: string, sessionIndex: string) =>
    signInAt(
      { ...otherBrowser(ctx), clock: ctx.clock },
      { idp, connection },
      { nameId, email: `${nameId}@acme.example`, sessionIndex },
    );
  return { ctx, idp, connection: set, address, signIn };
}

interface Asked {
  nameId?: string;
  indexes?: string[];
  issuer?: string;
  destination?: string;
  issuedAt?: Date;
  until?: Date;
}

function requestOf(at: Awaited<ReturnType<typeof setUp>>, asked: Asked = {}): string {
  const { nameId = "ada", indexes = [], issuer = at.idp.entityId, issuedAt = at.ctx.clock.now(), until } = asked;
  const { destination = at.connection.serviceProvider.logoutUrl } = asked;
  const end = until === undefined ? "" : ` NotOnOrAfter="${until.toISOString()}"`;
  const named = indexes.map((index) => `<samlp:SessionIndex>${index}</samlp:SessionIndex>`).join("");
  return `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_logout" Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${destination}"${end}><saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>${named}</samlp:LogoutRequest>`;
}

function inAddress(
  idp: TestIdentityProvider,
  xml: string,
  relayState = "kept",
  write: (text: string) => string = encodeURIComponent,
) {
  const SAMLRequest = deflateRawSync(xml).toString("base64");
  const query = Object.entries({ SAMLRequest, RelayState: relayState, SigAlg: RSA_SHA256 });
  const text = query.map(([name, value]) => `${name}=${write(value)}`).join("&");
  const Signature = createSign("RSA-SHA256").update(text).sign(idp.privateKey, "base64");
  return { SAMLRequest, RelayState: relayState, SigAlg: RSA_SHA256, Signature };
}

const inForm = (idp: TestIdentityProvider, xml: string) => ({
  SAMLRequest: encode(signXml(xml, { ...idp, element: "LogoutRequest" })),
});

describe("a SAML identity provider that signs somebody out", () => {
  it("ends the sessions of its session, in every browser, and no other", async () => {
    const at = await setUp();
    const [first, second, bob] = [
      await at.signIn("ada", "_1"),
      await at.signIn("ada", "_2"),
      await at.signIn("bob", "_3"),
    ];
    const { connectionId } = at.address;
    const { redirect } = await acceptLogoutByAddress(at.ctx, {
      connectionId,
      ...inAddress(at.idp, requestOf(at, { indexes: ["_1"] })),
    });
    expect([await isSignedIn(first), await isSignedIn(second), await isSignedIn(bob)]).toEqual([false, true, true]);
    const answer = new URL(redirect ?? "");
    expect(answer.origin + answer.pathname).toBe(`${at.idp.signInUrl}/slo`);
    expect(answer.searchParams.get("RelayState")).toBe("kept");
    const xml = inflateRawSync(Buffer.from(answer.searchParams.get("SAMLResponse") ?? "", "base64")).toString();
    expect(xml).toContain('InResponseTo="_logout"');
    expect(xml).toContain("status:Success");
    await acceptLogoutByForm(at.ctx, { connectionId, ...inForm(at.idp, requestOf(at)) });
    expect([await isSignedIn(second), await isSignedIn(bob)]).toEqual([false, true]);
    expect(await at.ctx.db.ssoSession.count({ where: { connectionId } })).toBe(1);
    expect((await eventsOf(at.ctx)).filter((event) => event === "session.sign_out accepted")).toHaveLength(2);
  });

  it("ends the sessions from its own: that of an app's server, and its replacement", async () => {
    const at = await setUp();
    const browser = await at.signIn("ada", "_1");
    const verifier = "v".repeat(43);
    const codeChallenge = createHash("sha256").update(verifier).digest("base64url");
    const code = await createAuthorizationCode(await signedInRequest(browser), { codeChallenge });
    await exchangeCode(otherBrowser(at.ctx), { code, codeVerifier: verifier });
    const replaced = await signedInRequest(browser);
    await finishEnrolment(replaced);
    const { projectId } = at.address;
    const count = () => at.ctx.db.session.count({ where: { projectId, factors: { has: at.connection.id } } });
    const own = otherBrowser(at.ctx);
    await signUp(own);
    expect([await count(), await isSignedIn(browser)]).toEqual([2, false]);
    const { connectionId } = at.address;
    const message = inAddress(at.idp, requestOf(at, { indexes: ["_1"] }));
    await acceptLogoutByAddress(at.ctx, { connectionId, ...message });
    expect([await count(), await isSignedIn(own)]).toEqual([0, true]);
  });

  it("is understood however its language writes an address", async () => {
    const at = await setUp();
    const { connectionId } = at.address;
    const lower = (text: string) => encodeURIComponent(text).replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase());
    const plus = (text: string) => encodeURIComponent(text).replaceAll("%20", "+");
    for (const write of [lower, plus]) {
      const ada = await at.signIn("ada", "_1");
      await acceptLogoutByAddress(at.ctx, { connectionId, ...inAddress(at.idp, requestOf(at), "a b", write) });
      expect(await isSignedIn(ada)).toBe(false);
    }
  });

  it("ends no session that began after it spoke, however often it is repeated", async () => {
    const at = await setUp();
    const { connectionId } = at.address;
    const message = inAddress(at.idp, requestOf(at));
    await acceptLogoutByAddress(at.ctx, { connectionId, ...message });
    at.ctx.clock.advance(120_000);
    const later = await at.signIn("ada", "_1");
    await acceptLogoutByAddress(at.ctx, { connectionId, ...message });
    expect(await isSignedIn(later)).toBe(true);
  });

  it.each([
    ["that nobody signed", "saml_signature", (at) => ({ ...inAddress(at.idp, requestOf(at)), Signature: undefined })],
    ["that a stranger signed", "saml_signature", async (at) => inAddress(await makeIdentityProvider(), requestOf(at))],
    [
      "whose text was changed",
      "saml_signature",
      (at) => ({
        ...inAddress(at.idp, requestOf(at, { nameId: "bob" })),
        SAMLRequest: deflateRawSync(requestOf(at)).toString("base64"),
      }),
    ],
    [
      "by SHA-1",
      "saml_algorithm",
      (at) => ({ ...inAddress(at.idp, requestOf(at)), SigAlg: "http://www.w3.org/2000/09/xmldsig#rsa-sha1" }),
    ],
    [
      "of another identity provider",
      "saml_issuer",
      (at) => inAddress(at.idp, requestOf(at, { issuer: "https://evil.example" })),
    ],
    ["for another address", "saml_recipient", (at) => inAddress(at.idp, requestOf(at, { destination: `${APP}/slo` }))],
    [
      "that is old",
      "saml_clock",
      (at) => inAddress(at.idp, requestOf(at, { issuedAt: new Date(at.ctx.clock.now().getTime() - 600_000) })),
    ],
    ["that has ended", "saml_clock", (at) => inAddress(at.idp, requestOf(at, { until: at.ctx.clock.now() }))],
    ["that is something else", "saml_structure", (at) => inAddress(at.idp, "<a/>")],
    ["that is no text", "saml_not_plain_xml", (at) => inAddress(at.idp, `<!DOCTYPE a>${requestOf(at)}`)],
  ] as [string, string, (at: Awaited<ReturnType<typeof setUp>>) => object][])(
    "ends nothing by a request %s",
    async (_, reason, make) => {
      const at = await setUp();
      const ada = await at.signIn("ada", "_1");
      const { connectionId } = at.address;
      const done = await acceptLogoutByAddress(at.ctx, { connectionId, ...(await make(at)) });
      expect(done.continueTo).toBe(`${at.ctx.baseUrl}/auth/${at.ctx.project.id}/signed-out`);
      expect(await isSignedIn(ada)).toBe(true);
      expect(await eventsOf(at.ctx)).toContain(`session.sign_out refused ${reason}`);
    },
  );

  it("ends nothing by a form that isn't signed over the whole of itself", async () => {
    const at = await setUp();
    const ada = await at.signIn("ada", "_1");
    const { connectionId } = at.address;
    const signed = signXml(requestOf(at, { nameId: "bob" }), { ...at.idp, element: "LogoutRequest" });
    for (const xml of [requestOf(at), signed.replace(">bob<", ">ada<"), `<x>${signed}</x>`]) {
      await acceptLogoutByForm(at.ctx, { connectionId, SAMLRequest: encode(xml) });
    }
    expect(await isSignedIn(ada)).toBe(true);
  });

  it("is another connection's to use for nobody of this one", async () => {
    const at = await setUp();
    const other = await setUp();
    const ada = await at.signIn("ada", "_1");
    const message = inAddress(other.idp, requestOf(other));
    await acceptLogoutByAddress(at.ctx, { connectionId: at.address.connectionId, ...message });
    await acceptLogoutByAddress(other.ctx, { connectionId: other.address.connectionId, ...message });
    expect(await isSignedIn(ada)).toBe(true);
  });
});

describe("a session that began at an identity provider", () => {
  it("is signed out there too, by an address that the app is given", async () => {
    const at = await setUp();
    const browser = await signedInRequest(await at.signIn("ada", "_1"));
    const { body } = await signOut(browser, { callbackURL: `${APP}/bye` });
    const asked = new URL(body.providerUrl ?? "");
    expect(asked.origin + asked.pathname).toBe(`${at.idp.signInUrl}/slo`);
    const xml = inflateRawSync(Buffer.from(asked.searchParams.get("SAMLRequest") ?? "", "base64")).toString();
    expect(xml).toContain(">ada</saml:NameID>");
    expect(xml).toContain(">_1</saml2p:SessionIndex>");
    const { connectionId } = at.address;
    const back = await acceptLogoutByAddress(at.ctx, {
      connectionId,
      SAMLResponse: "PHgvPg==",
      RelayState: `${APP}/bye`,
    });
    expect(back.redirect).toBe(`${APP}/bye`);
    const evil = await acceptLogoutByAddress(at.ctx, {
      connectionId,
      SAMLResponse: "PHgvPg==",
      RelayState: "https://evil.example",
    });
    expect(new URL(evil.continueTo ?? "").origin).toBe(at.ctx.baseUrl);
  });

  it("shows where logout messages go in the connection's metadata", async () => {
    const { ctx, connection } = await setUp();
    const { text } = await showSamlMetadata(ctx, { connectionId: connection.id });
    expect(text).toContain(`Location="${connection.serviceProvider.logoutUrl}"`);
  });
});

describe("an OpenID Connect issuer that signs somebody out", () => {
  let hostile: HostileProvider;
  beforeAll(async () => {
    hostile = await startHostileProvider();
  });
  afterAll(() => hostile.close());

  /** Two sessions of Ada and one of Bob. */
  async function setUpIssuer() {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, hostile.origin);
    const signIn = (sub: string, sid: string) =>
      signInAtIssuer(otherBrowser(ctx), connection, { sub, sid, email: `${sub}@acme.example` });
    const browsers = [await signIn("ada", "1"), await signIn("ada", "2"), await signIn("bob", "3")];
    const states = () => Promise.all(browsers.map(isSignedIn));
    const logout = async (change: JWTPayload, header: object = {}) => {
      const token = await hostile.sign({ ...logoutOf(ctx.clock.now()), ...change }, header);
      return acceptLogoutToken(ctx, { connectionId: connection.id, logout_token: token });
    };
    return { ctx, states, logout };
  }

  const EVENT = "http://schemas.openid.net/event/backchannel-logout";
  const logoutOf = (now: Date): JWTPayload => ({
    ...{ iss: hostile.origin, aud: CLIENT.id, jti: "once", events: { [EVENT]: {} } },
    iat: Math.floor(now.getTime() / 1_000),
  });

  it("ends one session of a person, or all of them", async () => {
    const { states, logout } = await setUpIssuer();
    await logout({ sid: "1" });
    expect(await states()).toEqual([false, true, true]);
    await logout({ sub: "ada" });
    expect(await states()).toEqual([false, false, true]);
  });

  it.each([
    ["with a nonce", { nonce: "n" }],
    ["without the event", { events: {} }],
    ["that names nobody", { sub: undefined }],
    ["for another client", { aud: "somebody-else" }],
    ["of another issuer", { iss: "https://accounts.example" }],
    ["that is old", { iat: 1 }],
  ] as [string, JWTPayload][])("ends nothing by a token %s", async (_, change) => {
    const { ctx, states, logout } = await setUpIssuer();
    await expect(logout({ sub: "ada", ...change })).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    expect(await states()).toEqual([true, true, true]);
    expect(await eventsOf(ctx)).toContain("session.sign_out refused logout_token_refused");
  });

  it("ends nothing by a token of a stranger's key", async () => {
    const { states, logout } = await setUpIssuer();
    await expect(logout({ sub: "ada" }, { kid: "unknown" })).rejects.toMatchObject({ code: "INVALID_TOKEN" });
    expect(await states()).toEqual([true, true, true]);
  });
});
