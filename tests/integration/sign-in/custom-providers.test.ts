import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { removeProvider } from "@/lib/sign-in/projects/providers/remove";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { listEnabledMethods } from "@/lib/sign-in/social/methods";
import { startSocialSignIn } from "@/lib/sign-in/social/start-sign-in";
import { APPLE } from "@/tests/support/apple";
import { OPERATOR } from "@/tests/support/context";
import { type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { type OidcStandIn, startOidcProvider } from "@/tests/support/oidc-provider";
import { eventsOf, makeUserContext } from "@/tests/support/sign-in";
import { ADA, APP, comeBack, errorOf, makeSocialContext, signInBy } from "@/tests/support/social";
import { type SocialStandIns, signInAt, startSocialStandIns } from "@/tests/support/social-stand-ins";
import { CLIENT } from "@/tests/support/stand-in-server";
import { otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

let acme: OidcStandIn;
let hostile: HostileProvider;
let standIns: SocialStandIns;
beforeAll(async () => {
  const claims = { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] };
  const options = { issuerPath: "", client: CLIENT, claims, claimsInIdToken: false } as const;
  acme = await startOidcProvider({ ...options, authentication: "client_secret_basic" });
  hostile = await startHostileProvider();
  standIns = await startSocialStandIns();
});
afterAll(async () => {
  await Promise.all([acme.close(), hostile.close(), standIns.close()]);
});

const ACME = { provider: "acme", name: "Acme Login", clientId: CLIENT.id, clientSecret: CLIENT.secret };

async function addressOf(ctx: TestRequest) {
  const { organisationId, id } = await ctx.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
  return { organisationId: organisationId ?? "", projectId: id };
}

async function setAcme(ctx: TestRequest, change: Partial<Parameters<typeof setProvider>[1]> = {}) {
  const where = await addressOf(ctx);
  return setProvider({ ...ctx, actor: OPERATOR }, { ...where, ...ACME, issuer: acme.issuer, ...change });
}

const makeContext = () => makeUserContext({ settings: { allowedOrigins: [APP] } });

describe("an OpenID Connect issuer of the project's own", () => {
  it("signs in by a real provider, under the name that its buttons show", async () => {
    const ctx = await makeContext();
    const set = await setAcme(ctx, { issuer: `${acme.issuer}/.well-known/openid-configuration` });
    expect(set).toMatchObject({ issuer: acme.issuer, scopes: ["openid", "email", "profile"], name: "Acme Login" });
    expect(await listEnabledMethods(ctx)).toMatchObject({ providers: ["acme"], providerNames: { acme: "Acme Login" } });
    const back = await signInBy(ctx, "acme", ADA);
    expect((await signedInRequest(back)).session.user.email).toBe("ada@example.com");
    const account = await ctx.db.account.findFirstOrThrow({ where: { projectId: ctx.project.id } });
    expect(account).toMatchObject({ providerId: "acme", issuer: acme.issuer, accountId: ADA.sub });
    const again = await signInBy(otherBrowser(ctx), "acme", ADA);
    expect(errorOf(again)).toBeNull();
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
  });

  it("OA-07: links no existing user by an address that the issuer has not verified", async () => {
    const ctx = await makeContext();
    await setAcme(ctx);
    await signInBy(ctx, "acme", ADA);
    const other = { ...ADA, sub: "another", email_verified: false };
    const back = await signInBy(otherBrowser(ctx), "acme", other);
    expect(errorOf(back)).toBe("account_not_linked");
    const textual = await signInBy(otherBrowser(ctx), "acme", { ...other, email_verified: "true" });
    expect(errorOf(textual)).toBe("account_not_linked");
  });

  it.each(["nonce", "audience", "issuer", "expired", "unsigned", "hmac-with-client-secret", "unknown-key"] as const)(
    "OA-04: a token with the fault %s signs nobody in",
    async (fault) => {
      const ctx = await makeContext();
      await setAcme(ctx, { issuer: hostile.origin });
      const back = await signInBy(ctx, "acme", { ...ADA, fault });
      expect(errorOf(back)).toBe("invalid_code");
      expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(0);
    },
  );

  it.each(["redirect", "too-long", "broken-off", "server-error"] as const)(
    "OA-16: a token endpoint with the fault %s is not followed nor read on",
    async (fault) => {
      const ctx = await makeContext();
      await setAcme(ctx, { issuer: hostile.origin });
      const back = await signInBy(ctx, "acme", { ...ADA, fault });
      expect(errorOf(back)).toBe("temporarily_unavailable");
      expect(hostile.visitsElsewhere).toBe(0);
      expect(await eventsOf(ctx)).toEqual(["session.sign_in refused token_request_failed"]);
    },
  );

  it.each([
    ["issuer", /calls itself/],
    ["too-long", /isn't an OpenID Connect configuration/],
    ["redirect", /answered 302/],
    ["no-code", /authorization code flow/],
    ["no-pkce", /PKCE with S256/],
    ["hmac-only", /signs ID tokens by none of/],
  ] as const)("is refused when it is saved while its configuration has the fault %s", async (discovery, sentence) => {
    const ctx = await makeContext();
    hostile.discovery = discovery;
    const refused = setAcme(ctx, { issuer: hostile.origin });
    await expect(refused).rejects.toMatchObject({ code: "invalid_request", message: expect.stringMatching(sentence) });
    hostile.discovery = "right";
    expect(await ctx.db.projectProvider.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it.each([
    ["https://169.254.169.254/", /isn't on the public internet/],
    ["https://10.0.0.1", /isn't on the public internet/],
    ["http://127.0.0.1:1", /can't be reached/],
  ])("SS-02: %s is not asked", async (issuer, sentence) => {
    const refused = setAcme(await makeContext(), { issuer });
    await expect(refused).rejects.toMatchObject({ code: "invalid_request", message: expect.stringMatching(sentence) });
  });

  it.each([
    { provider: "Acme" },
    { provider: "credential" },
    { provider: "github" },
    { issuer: "http://login.example.com" },
    { issuer: "https://login.example.com/?a=b" },
    { name: undefined },
  ])("refuses %j", async (change) => {
    await expect(setAcme(await makeContext(), change)).rejects.toThrow();
  });

  it("keeps its secret when it is changed, but not for another issuer", async () => {
    const ctx = await makeContext();
    await setAcme(ctx);
    const { clientSecret: _, ...rest } = { ...ACME, clientSecret: undefined };
    const changed = await setAcme(ctx, { ...rest, clientSecret: undefined, name: "Acme" });
    expect(changed.name).toBe("Acme");
    expect(errorOf(await signInBy(ctx, "acme", ADA))).toBeNull();
    const elsewhere = setAcme(ctx, { clientSecret: undefined, issuer: hostile.origin });
    await expect(elsewhere).rejects.toThrow("Enter the client secret again");
  });

  it("OA-09: another issuer never gets the accounts of the first under the same ID", async () => {
    const ctx = await makeContext();
    await setAcme(ctx);
    await signInBy(ctx, "acme", ADA);
    await expect(setAcme(ctx, { issuer: hostile.origin })).rejects.toThrow("Choose another ID");
    await removeProvider({ ...ctx, actor: OPERATOR }, { ...(await addressOf(ctx)), provider: "acme" });
    await expect(setAcme(ctx, { issuer: hostile.origin })).rejects.toThrow("Choose another ID");
    await setAcme(ctx);
    expect(errorOf(await signInBy(otherBrowser(ctx), "acme", ADA))).toBeNull();
    await ctx.db.account.updateMany({ where: { projectId: ctx.project.id }, data: { issuer: hostile.origin } });
    expect(errorOf(await signInBy(otherBrowser(ctx), "acme", ADA))).toBe("account_not_linked");
  });
});

describe("Apple", () => {
  const person = { sub: "001234.ada", email: "x7@privaterelay.appleid.com", email_verified: "true" };

  it("takes the name of the first sign-in, from the form, and private addresses", async () => {
    const ctx = await makeSocialContext(standIns);
    const user = { name: { firstName: "Ada", lastName: "Lovelace" } };
    const { url } = await send(ctx, startSocialSignIn, { provider: "apple", callbackURL: `${APP}/in` });
    expect(new URL(url).searchParams.get("response_mode")).toBe("form_post");
    const back = await comeBack(ctx, "apple", await signInAt(url, { ...person, user }));
    const first = (await signedInRequest(back)).session.user;
    expect(first).toMatchObject({ email: person.email, emailVerified: true, name: "Ada Lovelace" });
    await signInBy(otherBrowser(ctx), "apple", person);
    const users = await ctx.db.user.findMany({ where: { projectId: ctx.project.id }, select: { name: true } });
    expect(users).toEqual([{ name: "Ada Lovelace" }]);
  });

  it("is refused without its team, its key, or with anything but the private key", async () => {
    const ctx = await makeContext();
    const where = await addressOf(ctx);
    const { privateKey: clientSecret, ...key } = APPLE;
    const apple = { ...where, provider: "apple", clientId: CLIENT.id, clientSecret, ...key };
    const operator = { ...ctx, actor: OPERATOR };
    await expect(setProvider(operator, { ...apple, teamId: undefined })).rejects.toThrow();
    await expect(setProvider(operator, { ...apple, keyId: "short" })).rejects.toThrow();
    await expect(setProvider(operator, { ...apple, clientSecret: "secret" })).rejects.toThrow("the whole .p8 file");
    const set = await setProvider(operator, apple);
    expect(JSON.stringify(set)).not.toContain("PRIVATE");
  });
});
