import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setProvider } from "@/lib/sign-in/projects/providers/set";
import { signInSocial } from "@/lib/sign-in/social/sign-in";
import { startSocialLink } from "@/lib/sign-in/social/start-link";
import { listAccounts } from "@/lib/sign-in/users/list-accounts";
import { FixedClock, OPERATOR } from "@/tests/support/context";
import { type Fault, type HostileProvider, startHostileProvider } from "@/tests/support/hostile-oidc-provider";
import { eventsOf, expectSignInError, signUp } from "@/tests/support/sign-in";
import { ADA, fetchIdToken, makeSocialContext, setClients } from "@/tests/support/social";
import { MICROSOFT_TENANT, type SocialStandIns, startSocialStandIns } from "@/tests/support/social-stand-ins";
import { CLIENT, type Person } from "@/tests/support/stand-in-server";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

let standIns: SocialStandIns;
let hostile: HostileProvider;
beforeAll(async () => {
  [standIns, hostile] = await Promise.all([startSocialStandIns(), startHostileProvider()]);
});
afterAll(() => Promise.all([standIns.close(), hostile.close()]));

type OidcProvider = "google" | "microsoft" | "konnos";
const OIDC: OidcProvider[] = ["google", "microsoft", "konnos"];
const EMAIL = "ada@example.com";
const OID = "aaaaaaaa-2222-4333-8444-555555555555";
const AT: Record<OidcProvider, Person> = {
  google: ADA,
  microsoft: { sub: "pairwise", tid: MICROSOFT_TENANT, oid: OID, email: EMAIL, xms_edov: true, name: "Ada" },
  konnos: { ...ADA, sub: "konnos|1" },
};

const makeContext = (options: Parameters<typeof makeSocialContext>[1] = {}) => makeSocialContext(standIns, options);
const usersOf = (ctx: TestRequest) => ctx.db.user.count({ where: { projectId: ctx.project.id } });

/** Returns an app's tokens once this person has signed in there. Two tokens of one second differ by their nonce. */
async function handIn(
  ctx: TestRequest,
  provider: OidcProvider,
  person = AT[provider],
  nonce: string | null = randomUUID(),
) {
  const issuer = { ...standIns.endpoints, konnos: { issuer: standIns.konnosIssuer } }[provider]?.issuer ?? "";
  const authentication = provider === "konnos" ? "basic" : "post";
  const { token, accessToken } = await fetchIdToken(
    ctx,
    { origin: new URL(issuer.replace("{tenantid}", "")).origin, authentication },
    person,
    nonce ?? undefined,
  );
  // Only konnos keeps its claims at the user info endpoint.
  return { provider, idToken: { token, ...(provider === "konnos" && { accessToken }) } };
}

/** As konnos it is discovered, as google its endpoints are written down. */
function makeHostileContext(): Promise<TestRequest> {
  const { origin } = hostile;
  const endpoints = {
    authorizationEndpoint: `${origin}/auth`,
    tokenEndpoint: `${origin}/token`,
    jwksUri: `${origin}/jwks`,
  };
  return makeSocialContext({ konnosIssuer: origin, endpoints: { google: { issuer: origin, ...endpoints } } });
}

const handInFault = async (ctx: TestRequest, provider: "google" | "konnos", fault?: Fault) => {
  const { token } = await fetchIdToken(ctx, hostile, { ...ADA, ...(fault && { fault }) });
  return { provider, idToken: { token } };
};

describe.each(OIDC)("an ID token of %s", (provider) => {
  it("signs up a new user with the address it vouches for, and signs the same one in again", async () => {
    const ctx = await makeContext();
    const first = await send(ctx, signInSocial, await handIn(ctx, provider));
    expect(first).toMatchObject({ redirect: false, user: { email: EMAIL, emailVerified: true } });
    const { session } = await signedInRequest(ctx);
    expect(first).toMatchObject({ token: session.id, user: { id: session.user.id } });
    expect(session.factors).toEqual([provider]);
    const again = otherBrowser(ctx);
    await send(again, signInSocial, await handIn(ctx, provider));
    expect((await signedInRequest(again)).session.user.id).toBe(session.user.id);
    expect(await usersOf(ctx)).toBe(1);
    const signIn = "session.sign_in accepted";
    expect(await eventsOf(ctx)).toEqual([signIn, signIn, "user.sign_up accepted"]);
  });

  it("works once, also of twenty uses at the same moment", async () => {
    const ctx = await makeContext();
    const handed = await handIn(ctx, provider);
    const browsers = Array.from({ length: 20 }, () => otherBrowser(ctx));
    const settled = await Promise.allSettled(browsers.map((browser) => send(browser, signInSocial, handed)));
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(1);
    await expectSignInError(send(otherBrowser(ctx), signInSocial, handed), "INVALID_TOKEN");
    expect(await eventsOf(ctx)).toContain("session.sign_in refused id_token_used_before");
  });

  it("OA-04: is held against the nonce the app gives, also where the token has none", async () => {
    const ctx = await makeContext();
    const handed = await handIn(ctx, provider, AT[provider], "n-0S6_WzA2Mj");
    const wrong = { ...handed, idToken: { ...handed.idToken, nonce: "another" } };
    await expectSignInError(send(ctx, signInSocial, wrong), "INVALID_TOKEN");
    await send(ctx, signInSocial, { ...handed, idToken: { ...handed.idToken, nonce: "n-0S6_WzA2Mj" } });
    const without = await handIn(ctx, provider, AT[provider], null);
    const asked = { ...without, idToken: { ...without.idToken, nonce: "n-0S6_WzA2Mj" } };
    await expectSignInError(send(otherBrowser(ctx), signInSocial, asked), "INVALID_TOKEN");
    expect(await eventsOf(ctx)).toContain("session.sign_in refused id_token_refused");
  });

  it("OA-04, OA-14: is not taken for another client, nor by a project whose provider is off", async () => {
    const ctx = await makeContext();
    const handed = await handIn(ctx, provider);
    const { organisationId } = await ctx.db.project.findUniqueOrThrow({ where: { id: ctx.project.id } });
    const address = { organisationId: organisationId ?? "", projectId: ctx.project.id, provider };
    const other = { ...address, clientId: "another-client", clientSecret: CLIENT.secret, isEnabled: true };
    await setProvider({ ...ctx, actor: OPERATOR }, other);
    await expectSignInError(send(ctx, signInSocial, handed), "INVALID_TOKEN");
    await setClients(ctx, false);
    await expectSignInError(send(ctx, signInSocial, handed), "PROVIDER_NOT_FOUND");
    expect(await usersOf(ctx)).toBe(0);
  });
});

it("OA-05: one of another provider's is refused, under any name", async () => {
  const ctx = await makeContext();
  for (const [from, as] of [
    ["google", "konnos"],
    ["konnos", "google"],
    ["google", "microsoft"],
  ] as const) {
    const { idToken } = await handIn(ctx, from);
    await expectSignInError(send(ctx, signInSocial, { provider: as, idToken }), "INVALID_TOKEN");
  }
  expect(await usersOf(ctx)).toBe(0);
});

const REFUSED: Fault[] = [
  ...(["audience", "authorized-party", "issuer", "expired", "made-long-ago", "access-token"] as const),
  ...(["no-subject", "unsigned", "hmac-with-client-secret", "hmac-with-public-key"] as const),
  ...(["unknown-key", "key-of-another-tenant"] as const),
];

describe("an ID token of a provider that misbehaves", () => {
  it.each(["google", "konnos"] as const)("signs in by it as %s while it behaves", async (provider) => {
    const ctx = await makeHostileContext();
    expect(await send(ctx, signInSocial, await handInFault(ctx, provider))).toMatchObject({
      user: { email: EMAIL },
    });
  });

  it.each(REFUSED)("OA-04: with the fault %s signs nobody in", async (fault) => {
    for (const provider of ["google", "konnos"] as const) {
      const ctx = await makeHostileContext();
      await expectSignInError(send(ctx, signInSocial, await handInFault(ctx, provider, fault)), "INVALID_TOKEN");
      expect(ctx.received.session).toBeUndefined();
      expect(await usersOf(ctx)).toBe(0);
      expect(await eventsOf(ctx)).toEqual(["session.sign_in refused id_token_refused"]);
    }
  });

  it("OA-04: that another party got is taken of Google alone, whose apps share the site's audience", async () => {
    const ctx = await makeHostileContext();
    await expectSignInError(send(ctx, signInSocial, await handInFault(ctx, "konnos", "presenter")), "INVALID_TOKEN");
    expect(await send(ctx, signInSocial, await handInFault(ctx, "google", "presenter"))).toMatchObject({
      redirect: false,
    });
  });

  it.each(["", "x", "e30.e30.e30", "e30.e30.", "a.b.c.d.e"])("is refused where it is %j", async (token) => {
    const ctx = await makeHostileContext();
    await expectSignInError(send(ctx, signInSocial, { provider: "google", idToken: { token } }), "INVALID_TOKEN");
  });

  it("OA-06: with an empty subject is nobody", async () => {
    const ctx = await makeHostileContext();
    const handed = await handInFault(ctx, "google", "empty-subject");
    await expectSignInError(send(ctx, signInSocial, handed), "FAILED_TO_GET_USER_INFO");
  });

  it("is told as busy where the provider's keys cannot be had", async () => {
    const gone = await startHostileProvider();
    const ctx = await makeSocialContext({ konnosIssuer: gone.origin, endpoints: {} });
    const { token } = await fetchIdToken(ctx, gone, ADA);
    gone.discovery = "redirect";
    await expectSignInError(send(ctx, signInSocial, { provider: "konnos", idToken: { token } }), "SERVICE_UNAVAILABLE");
    gone.discovery = "right";
    expect(await send(ctx, signInSocial, { provider: "konnos", idToken: { token } })).toMatchObject({
      redirect: false,
    });
    await gone.close();
  });
});

describe("the user of an ID token", () => {
  it.each(["github", "discord"])("%s has no ID tokens", async (provider) => {
    const ctx = await makeContext();
    const { idToken } = await handIn(ctx, "google");
    await expectSignInError(send(ctx, signInSocial, { provider, idToken }), "ID_TOKEN_NOT_SUPPORTED");
    await expectSignInError(send(ctx, signInSocial, { provider: "__proto__", idToken }), "PROVIDER_NOT_FOUND");
  });

  it("OA-07: an account is linked where the mailbox is proven on both sides, and not otherwise", async () => {
    const ctx = await makeContext();
    const { id } = await signUp(ctx, EMAIL);
    const browser = otherBrowser(ctx);
    await expectSignInError(send(browser, signInSocial, await handIn(ctx, "google")), "OAUTH_LINK_ERROR");
    expect(browser.received.session).toBeUndefined();
    expect(await eventsOf(ctx)).toContain("session.sign_in refused email_not_verified_here");
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
    const unproven = await handIn(ctx, "google", { ...ADA, email_verified: false });
    await expectSignInError(send(browser, signInSocial, unproven), "OAUTH_LINK_ERROR");
    expect(await eventsOf(ctx)).toContain("session.sign_in refused email_not_verified_by_provider");
    await send(browser, signInSocial, await handIn(ctx, "google"));
    expect((await signedInRequest(browser)).session.user.id).toBe(id);
  });

  it("OA-08: an address of Microsoft's that nobody vouches for is none", async () => {
    const ctx = await makeContext();
    const unproven = await handIn(ctx, "microsoft", { ...AT.microsoft, xms_edov: false });
    await expectSignInError(send(ctx, signInSocial, unproven), "USER_EMAIL_NOT_FOUND");
    const withoutAccess = await handIn(ctx, "konnos");
    const bare = { provider: "konnos", idToken: { token: withoutAccess.idToken.token } };
    await expectSignInError(send(ctx, signInSocial, bare), "USER_EMAIL_NOT_FOUND");
    expect(await usersOf(ctx)).toBe(0);
  });

  it("asks for the second factor, refuses the blocked, and signs nobody up where that is off", async () => {
    const ctx = await makeContext({ settings: { methods: { twoFactor: true } } });
    await send(ctx, signInSocial, await handIn(ctx, "google"));
    const { id } = (await signedInRequest(ctx)).session.user;
    await ctx.db.user.update({ where: { id }, data: { twoFactorEnabled: true } });
    const browser = otherBrowser(ctx);
    const challenge = await send(browser, signInSocial, await handIn(ctx, "google"));
    expect(challenge).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect((await nextRequest(browser)).session).toBeNull();
    await ctx.db.user.update({ where: { id }, data: { bannedAt: ctx.clock.now() } });
    await expectSignInError(send(otherBrowser(ctx), signInSocial, await handIn(ctx, "google")), "BANNED_USER");
    const closed = await makeContext({ settings: { methods: { signUp: false } } });
    await expectSignInError(send(closed, signInSocial, await handIn(closed, "google")), "OAUTH_LINK_ERROR");
  });
});

describe("linking by an ID token", () => {
  it("links another address to a signed-in user, once, and not that of somebody else", async () => {
    const ctx = await makeContext();
    await signUp(ctx);
    const linked = await send(await signedInRequest(ctx), startSocialLink, await handIn(ctx, "google"));
    expect(linked).toEqual({ url: "", status: true, redirect: false });
    const accounts = await listAccounts(await signedInRequest(ctx));
    expect(accounts.map(({ providerId }) => providerId).sort()).toEqual(["credential", "google"]);
    expect(await eventsOf(ctx)).toContain("account.link accepted");
    const other = otherBrowser(ctx);
    await signUp(other);
    const taken = send(await signedInRequest(other), startSocialLink, await handIn(ctx, "google"));
    await expectSignInError(taken, "SOCIAL_ACCOUNT_ALREADY_LINKED");
    expect(await eventsOf(ctx)).toContain("account.link refused account_already_linked_to_different_user");
  });

  it("OA-10: asks for a fresh session, and takes no token twice", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    await signUp(ctx);
    const handed = await handIn(ctx, "google");
    clock.advance(600_001);
    await expectSignInError(send(await signedInRequest(ctx), startSocialLink, handed), "SESSION_NOT_FRESH");
    const other = otherBrowser(ctx);
    await send(other, signInSocial, handed);
    await expectSignInError(send(await signedInRequest(other), startSocialLink, handed), "INVALID_TOKEN");
  });
});
