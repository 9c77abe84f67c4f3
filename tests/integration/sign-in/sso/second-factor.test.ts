import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireFreshSession } from "@/lib/sign-in/sessions/require-fresh";
import { updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import { eventsOf } from "@/tests/support/sign-in";
import {
  APP,
  connect,
  connectOidc,
  DOMAIN,
  makeSsoContext,
  operatorOf,
  signInAt,
  signInAtIssuer,
} from "@/tests/support/sso";
import { CLIENT } from "@/tests/support/stand-in-server";
import { otherBrowser, signedInRequest, type TestRequest } from "@/tests/support/test-browser";
import { claimsOf } from "@/tests/support/user-organisations";

const MFA = "https://refeds.org/profile/mfa";
const ADA = { sub: "ada-of-acme", email: `ada@${DOMAIN}`, name: "Ada" };

let issuer: HostileProvider;
let quiet: OidcStandIn;
beforeAll(async () => {
  issuer = await startHostileProvider();
  // The claims of the scope `profile` are at the user info endpoint alone.
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "amr", "acr"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  quiet = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
});
afterAll(async () => {
  await Promise.all([issuer.close(), quiet.close()]);
});

type SsoRequest = Awaited<ReturnType<typeof makeSsoContext>>;

/** A user of the connection who has two-step verification of their own. */
async function enrolAda(ctx: SsoRequest, connection: { id: string }): Promise<string> {
  const { session } = await signedInRequest(await signInAtIssuer(otherBrowser(ctx), connection, ADA));
  await ctx.db.user.update({ where: { id: session.user.id }, data: { twoFactorEnabled: true } });
  return session.user.id;
}

const isAsked = ({ received }: TestRequest) => received.redirect?.includes("/two-factor?") === true;

describe("a company's issuer on the methods of a sign-in", () => {
  it("is kept with the session and told in its tokens, but for mfa, which isn't this service's word", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, issuer.origin);
    const said = { amr: ["pwd", "otp", "mfa", "pwd"], acr: "urn:example:mfa" };
    const browser = await signedInRequest(await signInAtIssuer(ctx, connection, { ...ADA, ...said }));
    expect(browser.session).toMatchObject({ amr: ["pwd", "otp", "mfa"], acr: "urn:example:mfa", secondFactorAt: null });
    expect(await claimsOf(browser)).toMatchObject({ amr: ["pwd", "otp"], acr: "urn:example:mfa" });
  });

  it.each([
    { amr: "mfa" },
    { amr: [["mfa"]] },
    { amr: ["pwd", 7] },
    { amr: { 0: "mfa" } },
    { amr: ["mfa".padEnd(65, "a")] },
    { amr: Array.from({ length: 21 }, (_, index) => `m${index}`) },
    { amr: ["m\u0000fa"], acr: "a\u0000b" },
    { acr: ["urn:example:mfa"] },
    { acr: "x".repeat(256) },
    {},
  ])("tells nothing by a claim of another type: %j", async (said) => {
    const ctx = await makeSsoContext();
    const given = { trustsSecondFactor: true, secondFactorContexts: ["urn:example:mfa"] };
    const connection = await connectOidc(ctx, issuer.origin, given);
    await enrolAda(ctx, connection);
    expect(isAsked(await signInAtIssuer(ctx, connection, { ...ADA, ...said }))).toBe(true);
    await ctx.db.user.updateMany({ where: { projectId: ctx.project.id }, data: { twoFactorEnabled: false } });
    const browser = await signedInRequest(await signInAtIssuer(ctx, connection, { ...ADA, ...said }));
    const claims = await claimsOf(browser);
    expect([claims.amr, claims.acr]).toEqual([undefined, undefined]);
  });

  it("is taken from the ID token alone, which is signed", async () => {
    const ctx = await makeSsoContext();
    const given = { trustsSecondFactor: true, secondFactorContexts: [MFA] };
    const connection = await connectOidc(ctx, quiet.issuer, given);
    await enrolAda(ctx, connection);
    const back = await signInAtIssuer(ctx, connection, { ...ADA, amr: ["mfa"], acr: MFA });
    expect(isAsked(back)).toBe(true);
  });

  it("comes by SAML as an authentication context class, and as Entra ID names it", async () => {
    const ctx = await makeSsoContext();
    const at = await connect(ctx, { trustsSecondFactor: true });
    const entra = (method: string) =>
      `<saml:Attribute Name="http://schemas.microsoft.com/claims/authnmethodsreferences"><saml:AttributeValue>${method}</saml:AttributeValue></saml:Attribute>`;
    const signIn = async (changes: object) =>
      claimsOf(await signedInRequest(await signInAt(otherBrowser(ctx), at, { nameId: "ada", ...changes })));
    expect(await signIn({ context: MFA })).toMatchObject({ acr: MFA });
    const multiple = entra("http://schemas.microsoft.com/claims/multipleauthn");
    expect((await signIn({ attributes: multiple })).amr).toEqual(["mfa"]);
    expect((await signIn({ attributes: entra("mfa") })).amr).toBeUndefined();
  });
});

describe("a second factor at the identity provider", () => {
  it("is asked for here all the same while the owner doesn't trust it", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, issuer.origin);
    const userId = await enrolAda(ctx, connection);
    const said = { ...ADA, amr: ["mfa"], acr: MFA };
    expect(isAsked(await signInAtIssuer(otherBrowser(ctx), connection, said))).toBe(true);
    const address = { projectId: ctx.project.id, connectionId: connection.id };
    await updateSsoConnection(operatorOf(ctx), { ...address, secondFactorContexts: [MFA] });
    expect(isAsked(await signInAtIssuer(otherBrowser(ctx), connection, said))).toBe(true);
    await updateSsoConnection(operatorOf(ctx), { ...address, trustsSecondFactor: true });
    const trusted = await signInAtIssuer(otherBrowser(ctx), connection, said);
    expect(trusted.received.redirect).toBe(`${APP}/in`);
    expect((await signedInRequest(trusted)).session.user.id).toBe(userId);
    await updateSsoConnection(operatorOf(ctx), { ...address, trustsSecondFactor: false });
    expect(isAsked(await signInAtIssuer(otherBrowser(ctx), connection, said))).toBe(true);
  });

  it("counts by mfa or by a class that the owner listed, and by nothing else", async () => {
    const ctx = await makeSsoContext();
    const given = { trustsSecondFactor: true, secondFactorContexts: [MFA] };
    const connection = await connectOidc(ctx, issuer.origin, given);
    await enrolAda(ctx, connection);
    for (const said of [{ amr: ["mfa"] }, { acr: MFA }]) {
      const browser = await signedInRequest(await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, ...said }));
      expect(browser.session.secondFactorAt).not.toBeNull();
      expect((await claimsOf(browser)).amr).toContain("mfa");
    }
    for (const said of [{ amr: ["otp", "hwk", "MFA"] }, { acr: `${MFA}/` }, { acr: "mfa" }]) {
      expect(isAsked(await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, ...said }))).toBe(true);
    }
    const events = await ctx.db.securityEvent.findMany({ where: { projectId: ctx.project.id } });
    const trusted = events.filter(({ data }) => Reflect.get(Object(data), "secondFactor") === connection.id);
    expect(trusted).toHaveLength(2);
    expect(await eventsOf(ctx)).not.toContain("session.second_factor accepted");
  });

  it("is as old as the issuer says, so that an old one makes no session fresh", async () => {
    const ctx = await makeSsoContext();
    const connection = await connectOidc(ctx, issuer.origin, { trustsSecondFactor: true });
    await enrolAda(ctx, connection);
    const now = Math.floor(ctx.clock.now().getTime() / 1_000);
    const signIn = async (auth_time: number) =>
      signedInRequest(await signInAtIssuer(otherBrowser(ctx), connection, { ...ADA, amr: ["mfa"], auth_time }));
    const old = await signIn(now - 3_600);
    expect(old.session.secondFactorAt).toEqual(new Date((now - 3_600) * 1_000));
    expect(() => requireFreshSession(old)).toThrow(expect.objectContaining({ code: "SESSION_NOT_FRESH" }));
    requireFreshSession(await signIn(now));
  });
});
