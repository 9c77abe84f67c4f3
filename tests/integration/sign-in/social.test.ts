import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SocialProvider } from "@/lib/core/ports/identity-providers";
import { openSocialSignIn, startSocialSignIn } from "@/lib/sign-in/social/start-sign-in";
import { listAccounts } from "@/lib/sign-in/users/list-accounts";
import { FixedClock } from "@/tests/support/context";
import { eventsOf, expectSignInError } from "@/tests/support/sign-in";
import { ADA, APP, comeBack, errorOf, makeSocialContext, setClients, signInBy } from "@/tests/support/social";
import { MICROSOFT_TENANT, type SocialStandIns, signInAt, startSocialStandIns } from "@/tests/support/social-stand-ins";
import type { Person } from "@/tests/support/stand-in-server";
import { nextRequest, otherBrowser, send, signedInRequest, type TestRequest } from "@/tests/support/test-browser";

let standIns: SocialStandIns;
beforeAll(async () => {
  standIns = await startSocialStandIns();
});
afterAll(() => standIns.close());

const OID = "aaaaaaaa-2222-4333-8444-555555555555";

/** The profiles that each provider has of the same person. */
const AT: Record<SocialProvider, Person> = {
  google: { ...ADA, picture: "https://lh3.example/ada" },
  microsoft: {
    sub: "pairwise",
    tid: MICROSOFT_TENANT,
    oid: OID,
    email: "ada@example.com",
    xms_edov: true,
    name: "Ada",
  },
  konnos: { ...ADA, sub: "konnos|1" },
  apple: { ...ADA, sub: "001234.ada", email_verified: "true", user: { name: { firstName: "Ada" } } },
  github: {
    id: 583_231,
    login: "ada",
    name: null,
    email: "shown@example.com",
    avatar_url: "https://gh.example/1",
    emails: [
      { email: "other@example.com", primary: false, verified: true },
      { email: "ada@example.com", primary: true, verified: true },
    ],
  },
  discord: { id: "80351110224678912", username: "ada", global_name: "Ada", email: "ada@example.com", verified: true },
};
const SUBJECTS: Record<SocialProvider, string> = {
  google: ADA.sub,
  microsoft: `${MICROSOFT_TENANT}.${OID}`,
  konnos: "konnos|1",
  apple: "001234.ada",
  github: "583231",
  discord: "80351110224678912",
};

const makeContext = (options: Parameters<typeof makeSocialContext>[1] = {}) => makeSocialContext(standIns, options);
const usersOf = (ctx: TestRequest) => ctx.db.user.findMany({ where: { projectId: ctx.project.id } });

describe.each(Object.keys(AT) as SocialProvider[])("%s", (provider) => {
  it("signs up a new user with the address it vouches for, and signs the same one in again", async () => {
    const ctx = await makeContext();
    const addresses = { callbackURL: `${APP}/in`, newUserCallbackURL: `${APP}/new` };
    const first = await signInBy(ctx, provider, AT[provider], addresses);
    expect(first.received.redirect).toBe(`${APP}/new`);
    const signedIn = await signedInRequest(first);
    expect(signedIn.session.user).toMatchObject({ email: "ada@example.com", emailVerified: true });
    expect(signedIn.session.user.name).toMatch(/^ada/i);
    expect(signedIn.session.factors).toEqual([provider]);
    expect(await listAccounts(signedIn)).toMatchObject([{ providerId: provider, accountId: SUBJECTS[provider] }]);
    const again = await signInBy(otherBrowser(ctx), provider, AT[provider], addresses);
    expect(again.received.redirect).toBe(`${APP}/in`);
    expect(await usersOf(ctx)).toHaveLength(1);
    const signIn = "session.sign_in accepted";
    expect(await eventsOf(ctx)).toEqual([signIn, signIn, "user.sign_up accepted"]);
  });

  it("OA-03: is always asked with S256, a state and, where there are ID tokens, a nonce", async () => {
    const { url, redirect } = await send(await makeContext(), startSocialSignIn, { provider, disableRedirect: true });
    expect(redirect).toBe(false);
    const asked = new URL(url).searchParams;
    expect(asked.get("code_challenge_method")).toBe("S256");
    expect(asked.get("code_challenge")).toMatch(/^[\w-]{43}$/);
    expect(asked.get("state")).toMatch(/^\w{64}$/);
    expect(asked.has("nonce")).toBe(["google", "apple", "microsoft", "konnos"].includes(provider));
  });

  it("OA-03: does not redeem a code for another browser's sign-in", async () => {
    const ctx = await makeContext();
    const attacker = otherBrowser(ctx);
    const { url } = await send(attacker, startSocialSignIn, { provider });
    const { searchParams: theirs } = new URL(await signInAt(url, AT[provider]));
    const { url: own } = await send(ctx, startSocialSignIn, { provider });
    const injected = new URL(await signInAt(own, AT[provider]));
    injected.searchParams.set("code", theirs.get("code") ?? "");
    const back = await comeBack(ctx, provider, injected.href);
    expect(errorOf(back)).toBe("invalid_code");
    expect(back.received.session).toBeUndefined();
    expect(await usersOf(ctx)).toEqual([]);
  });

  it("OA-01, OA-12: comes back in vain without the state of this browser", async () => {
    const ctx = await makeContext();
    const { url } = await send(ctx, startSocialSignIn, { provider, errorCallbackURL: `${APP}/failed` });
    const returned = await signInAt(url, AT[provider]);
    const stateless = new URL(returned);
    stateless.searchParams.delete("state");
    expect(errorOf(await comeBack(ctx, provider, stateless.href))).toBe("state_not_found");
    const wrong = new URL(returned);
    wrong.searchParams.set("state", "a".repeat(64));
    expect(errorOf(await comeBack(ctx, provider, wrong.href))).toBe("state_mismatch");
    const elsewhere = await comeBack(otherBrowser(ctx), provider, returned);
    expect(errorOf(elsewhere)).toBe("state_mismatch");
    expect(elsewhere.received.redirect).toContain(`/auth/${ctx.project.id}/error`);
    expect(elsewhere.received.session).toBeUndefined();
    expect(await usersOf(ctx)).toEqual([]);
    const rest = await comeBack(ctx, provider, returned);
    expect(errorOf(rest)).toBeNull();
  });
});

it("OA-01: of twenty uses of one state one signs in", async () => {
  const ctx = await makeContext();
  const { url } = await send(ctx, startSocialSignIn, { provider: "google", errorCallbackURL: `${APP}/failed` });
  const returned = await signInAt(url, AT.google);
  const answers = await Promise.all(Array.from({ length: 20 }, () => comeBack(ctx, "google", returned)));
  expect(answers.filter((answer) => errorOf(answer) === null)).toHaveLength(1);
  expect(answers.filter(({ received }) => received.session)).toHaveLength(1);
  expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(1);
  expect(errorOf(await comeBack(ctx, "google", returned))).toMatch(/^state_/);
});

it("OA-01: a sign-in that took longer than ten minutes comes to nothing", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const { url } = await send(ctx, startSocialSignIn, { provider: "github" });
  const returned = await signInAt(url, AT.github);
  clock.advance(600_000);
  expect(errorOf(await comeBack(ctx, "github", returned))).toBe("state_mismatch");
});

it("OA-02: a response of one provider is refused at the callback of another, and a foreign iss anywhere", async () => {
  const ctx = await makeContext();
  const { url } = await send(ctx, startSocialSignIn, { provider: "google" });
  const returned = new URL(await signInAt(url, AT.google));
  expect(errorOf(await comeBack(ctx, "konnos", returned.href))).toBe("state_mismatch");
  expect(errorOf(await comeBack(ctx, "nobody", returned.href))).toBe("state_mismatch");
  returned.searchParams.set("iss", "https://accounts.example");
  expect(errorOf(await comeBack(ctx, "google", returned.href))).toBe("issuer_mismatch");
  const konnos = otherBrowser(ctx);
  const without = new URL(
    await signInAt((await send(konnos, startSocialSignIn, { provider: "konnos" })).url, AT.konnos),
  );
  expect(without.searchParams.get("iss")).toBe(standIns.konnosIssuer);
  without.searchParams.delete("iss");
  expect(errorOf(await comeBack(konnos, "konnos", without.href))).toBe("issuer_mismatch");
});

it.each([
  ["github", { ...AT.github, id: null }],
  ["github", { ...AT.github, id: 0 }],
  ["github", { ...AT.github, id: "" }],
  ["discord", { ...AT.discord, id: "" }],
  ["discord", { ...AT.discord, id: null }],
  ["microsoft", { ...AT.microsoft, oid: "" }],
  ["microsoft", { ...AT.microsoft, oid: undefined }],
] as [SocialProvider, Person][])("OA-06: %s without an id is nobody", async (provider, person) => {
  const ctx = await makeContext();
  await signInBy(ctx, provider, AT[provider]);
  const back = await signInBy(otherBrowser(ctx), provider, person);
  expect(errorOf(back)).toBe("unable_to_get_user_info");
  expect(back.received.session).toBeUndefined();
  expect(await eventsOf(ctx)).toContain("session.sign_in refused user_info_malformed");
});

it("OA-09: a user has the provider's identity, under any address, and another one in another project", async () => {
  const [shop, blog] = [await makeContext(), await makeContext()];
  const first = await signedInRequest(await signInBy(shop, "google", AT.google));
  const renamed = { ...AT.google, email: "new@example.com" };
  const second = await signedInRequest(await signInBy(otherBrowser(shop), "google", renamed));
  expect(second.session.user.id).toBe(first.session.user.id);
  const recycled = await signInBy(otherBrowser(shop), "discord", { ...AT.discord, email: "new@example.com" });
  expect((await signedInRequest(recycled)).session.user.id).not.toBe(first.session.user.id);
  const elsewhere = await signedInRequest(await signInBy(blog, "google", AT.google));
  expect(elsewhere.session.user.id).not.toBe(first.session.user.id);
});

it("OA-14: a provider that is disabled, also meanwhile, or that nobody knows is not found", async () => {
  const ctx = await makeContext();
  const { url } = await send(ctx, startSocialSignIn, { provider: "google" });
  const returned = await signInAt(url, AT.google);
  await setClients(ctx, false);
  expect(errorOf(await comeBack(ctx, "google", returned))).toBe("oauth_provider_not_found");
  for (const provider of ["google", "myspace", "__proto__", ""]) {
    await expectSignInError(send(otherBrowser(ctx), startSocialSignIn, { provider }), "PROVIDER_NOT_FOUND");
  }
  const browser = otherBrowser(ctx);
  await send(browser, openSocialSignIn, { provider: "google" });
  expect(errorOf(browser)).toBe("oauth_provider_not_found");
  const { konnosIssuer: _, ...rest } = standIns;
  const without = await makeSocialContext({ konnosIssuer: null, ...rest });
  await expectSignInError(send(without, startSocialSignIn, { provider: "konnos" }), "PROVIDER_NOT_FOUND");
});

it("opens a provider at once from a link, and comes back to the link's address", async () => {
  const ctx = await makeContext();
  await send(ctx, openSocialSignIn, { provider: "discord", redirect_to: `${APP}/in` });
  const back = await comeBack(ctx, "discord", await signInAt(ctx.received.redirect ?? "", AT.discord));
  expect(back.received.redirect).toBe(`${APP}/in`);
  expect((await signedInRequest(back)).session.user.email).toBe("ada@example.com");
});

it("leads to the service's own pages from a page, since the Strict cookie is not on the provider's redirect", async () => {
  const ctx = await makeContext();
  const account = `http://localhost:3000/auth/${ctx.project.id}/account`;
  const back = await signInBy(ctx, "google", AT.google, {});
  expect(back.received).toMatchObject({ redirect: null, continueTo: account });
  const path = await signInBy(otherBrowser(ctx), "google", AT.google, { callbackURL: "/welcome" });
  expect(path.received.redirect).toBe(`${APP}/welcome`);
});

it("takes no address that nobody stands for", async () => {
  const ctx = await makeContext();
  const unverified = [{ email: "ada@example.com", primary: true, verified: false }];
  expect(errorOf(await signInBy(ctx, "github", { ...AT.github, emails: unverified }))).toBe("email_not_found");
  const { xms_edov: _, ...unvouched } = AT.microsoft;
  expect(errorOf(await signInBy(otherBrowser(ctx), "microsoft", unvouched))).toBe("email_not_found");
  const denied = { ...AT.microsoft, xms_edov: false };
  expect(errorOf(await signInBy(otherBrowser(ctx), "microsoft", denied))).toBe("email_not_found");
  const { email: _email, ...without } = AT.discord;
  expect(errorOf(await signInBy(otherBrowser(ctx), "discord", without))).toBe("email_not_found");
  expect(await usersOf(ctx)).toEqual([]);
});

it("keeps an unverified address as unverified, and refuses it where the project wants proof", async () => {
  const unverified = { ...AT.discord, verified: false };
  const ctx = await makeContext();
  const { session } = await signedInRequest(await signInBy(ctx, "discord", unverified));
  expect(session.user.emailVerified).toBe(false);
  const later = await signedInRequest(await signInBy(otherBrowser(ctx), "discord", AT.discord));
  expect(later.session.user).toMatchObject({ id: session.user.id, emailVerified: true });
  const strict = await makeContext({ settings: { requireVerifiedEmail: true } });
  expect(errorOf(await signInBy(strict, "discord", unverified))).toBe("email_not_verified");
  expect(await usersOf(strict)).toEqual([]);
});

it("makes no user where sign-up is off, and lets in those there are", async () => {
  const ctx = await makeContext();
  await signInBy(ctx, "google", AT.google);
  const methods = { ...ctx.project.settings.methods, signUp: false };
  const closed = { ...ctx, project: { ...ctx.project, settings: { ...ctx.project.settings, methods } } };
  expect(errorOf(await signInBy(otherBrowser(closed), "google", AT.google))).toBeNull();
  const stranger = { ...AT.google, sub: "2", email: "eve@example.com" };
  expect(errorOf(await signInBy(otherBrowser(closed), "google", stranger))).toBe("signup_disabled");
});

it("asks for the second factor, in a flow of its own, before there is a session", async () => {
  const ctx = await makeContext();
  const first = await signedInRequest(await signInBy(ctx, "google", AT.google));
  await ctx.db.user.update({ where: { id: first.session.user.id }, data: { twoFactorEnabled: true } });
  const back = await signInBy(otherBrowser(ctx), "google", AT.google, { callbackURL: `${APP}/in` });
  const page = new URL(back.received.redirect ?? "");
  expect(page.pathname).toBe(`/auth/${ctx.project.id}/two-factor`);
  expect(page.searchParams.get("redirect_to")).toBe(`${APP}/in`);
  expect((await nextRequest(back)).session).toBeNull();
  expect(back.received.setCookies.some((field) => field.includes("_two-factor_"))).toBe(true);
});

it("lets no blocked user in", async () => {
  const ctx = await makeContext();
  const first = await signedInRequest(await signInBy(ctx, "google", AT.google));
  await ctx.db.user.update({ where: { id: first.session.user.id }, data: { bannedAt: ctx.clock.now() } });
  const back = await signInBy(otherBrowser(ctx), "google", AT.google);
  expect(errorOf(back)).toBe("banned");
  expect(back.received.session).toBeUndefined();
  expect(await eventsOf(ctx)).toContain("session.sign_in refused banned");
});

it("passes on the codes that the standards let a provider send, and nothing else of it", async () => {
  const ctx = await makeContext();
  const denied = await signInBy(ctx, "github", { error: "access_denied" });
  expect(denied.received.redirect).toBe(`${APP}/failed?error=access_denied`);
  const hosted = `http://localhost:3000/auth/${ctx.project.id}`;
  const carried = `redirect_to=${encodeURIComponent(`${APP}/in`)}`;
  for (const callbackURL of [`${APP}/in`, `${hosted}/return?${carried}`]) {
    const shown = await signInBy(otherBrowser(ctx), "github", { error: "access_denied" }, { callbackURL });
    expect(shown.received.redirect).toBe(`${hosted}/error?${carried}&error=access_denied`);
  }
  const script = await signInBy(otherBrowser(ctx), "github", { error: "<script>alert(1)</script>" });
  expect(script.received.redirect).toBe(`${APP}/failed?error=invalid_callback_request`);
  const { url } = await send(ctx, startSocialSignIn, { provider: "github", errorCallbackURL: `${APP}/failed?from=1` });
  const codeless = new URL(await signInAt(url, AT.github));
  codeless.searchParams.delete("code");
  expect((await comeBack(ctx, "github", codeless.href)).received.redirect).toBe(`${APP}/failed?from=1&error=no_code`);
});

it("makes one user of two callbacks of the same new person at once", async () => {
  const ctx = await makeContext();
  const browsers = [ctx, otherBrowser(ctx), otherBrowser(ctx), otherBrowser(ctx)];
  const answers = await Promise.all(browsers.map((browser) => signInBy(browser, "google", AT.google)));
  expect(answers.map(errorOf)).toEqual([null, null, null, null]);
  expect(await usersOf(ctx)).toHaveLength(1);
});

it("leaves a trace of strangers' callbacks, within the limit of their address", async () => {
  const ctx = await makeContext({ settings: { limits: { signInPerAddress: { limit: 2, windowSeconds: 60 } } } });
  for (let i = 0; i < 5; i += 1) {
    const back = await comeBack(otherBrowser(ctx), "google", "https://x.example/?code=1&state=1");
    expect(errorOf(back)).toBe("state_mismatch");
  }
  expect(await eventsOf(ctx)).toEqual(Array(2).fill("session.sign_in refused no_flow_in_this_browser"));
});
