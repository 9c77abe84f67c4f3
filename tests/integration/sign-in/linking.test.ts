import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { revokeSessions } from "@/lib/sign-in/sessions/revoke";
import { listEnabledMethods } from "@/lib/sign-in/social/methods";
import { startSocialLink } from "@/lib/sign-in/social/start-link";
import { unlinkAccount } from "@/lib/sign-in/social/unlink";
import { listAccounts } from "@/lib/sign-in/users/list-accounts";
import { proveMailbox } from "@/lib/sign-in/users/prove-mailbox";
import { FixedClock } from "@/tests/support/context";
import { eventsOf, expectSignInError, signUp } from "@/tests/support/sign-in";
import { ADA, APP, comeBack, errorOf, makeSocialContext, signInBy } from "@/tests/support/social";
import { type SocialStandIns, signInAt, startSocialStandIns } from "@/tests/support/social-stand-ins";
import type { Person } from "@/tests/support/stand-in-server";
import {
  nextRequest,
  otherBrowser,
  type SignedInTestRequest,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";

let standIns: SocialStandIns;
beforeAll(async () => {
  standIns = await startSocialStandIns();
});
afterAll(() => standIns.close());

const EMAIL = "ada@example.com";
const AT_DISCORD = { id: "80351110224678912", username: "ada", email: EMAIL, verified: true };
const NO_MAILBOX = { magicLink: false, emailOtp: false };

const makeContext = (options: Parameters<typeof makeSocialContext>[1] = {}) => makeSocialContext(standIns, options);
const mailsOf = async (ctx: TestRequest) => {
  const rows = await ctx.db.mailMessage.findMany({ where: { projectId: ctx.project.id, kind: "account-linked" } });
  return rows.map(({ recipient }) => recipient);
};
const providersOf = async (ctx: SignedInTestRequest) =>
  (await listAccounts(ctx)).map(({ providerId }) => providerId).sort();

/** A user with a password, whose mailbox is proven or not. */
async function signUpAda(ctx: TestRequest, emailVerified: boolean): Promise<SignedInTestRequest> {
  const { id } = await signUp(ctx, EMAIL);
  await ctx.db.user.update({ where: { id }, data: { emailVerified } });
  return signedInRequest(ctx);
}

/** Links in this browser, and comes back from the provider as this person. */
async function linkBy(ctx: SignedInTestRequest, provider: "google" | "discord", person: Person): Promise<TestRequest> {
  const addresses = { callbackURL: `${APP}/account`, errorCallbackURL: `${APP}/account` };
  const { url } = await send(ctx, startSocialLink, { provider, ...addresses });
  return comeBack(ctx, provider, await signInAt(url, person));
}

describe("a provider's account with the address of a user", () => {
  it("is linked where the mailbox is proven on both sides, and the user is told", async () => {
    const ctx = await makeContext();
    const { session } = await signUpAda(ctx, true);
    const back = await signedInRequest(await signInBy(otherBrowser(ctx), "google", ADA));
    expect(back.session.user.id).toBe(session.user.id);
    expect(await providersOf(back)).toEqual(["credential", "google"]);
    expect(await mailsOf(ctx)).toEqual([EMAIL]);
    expect(await eventsOf(ctx)).toContain("account.link accepted");
    await signInBy(otherBrowser(ctx), "google", ADA);
    expect(await mailsOf(ctx)).toHaveLength(1);
  });

  it("OA-07: is not linked where a stranger may have signed up with it", async () => {
    const ctx = await makeContext();
    const stranger = await signUpAda(ctx, false);
    const back = await signInBy(otherBrowser(ctx), "google", ADA);
    expect(errorOf(back)).toBe("account_not_linked");
    expect(back.received.session).toBeUndefined();
    expect(await providersOf(stranger)).toEqual(["credential"]);
    expect(await mailsOf(ctx)).toEqual([]);
    expect(await eventsOf(ctx)).toContain("session.sign_in refused email_not_verified_here");
  });

  it("OA-08: is not linked on the word of a provider that has not verified it", async () => {
    const ctx = await makeContext();
    const owner = await signUpAda(ctx, true);
    for (const verified of [false, undefined, "true", 1]) {
      const back = await signInBy(otherBrowser(ctx), "discord", { ...AT_DISCORD, verified });
      expect(errorOf(back)).toBe("account_not_linked");
    }
    const unverified = { ...ADA, email_verified: false };
    expect(errorOf(await signInBy(otherBrowser(ctx), "google", unverified))).toBe("account_not_linked");
    expect(await providersOf(owner)).toEqual(["credential"]);
    expect(await eventsOf(ctx)).toContain("session.sign_in refused email_not_verified_by_provider");
  });

  it("ML-08: that was linked by a stranger is dropped at the first proof of the mailbox", async () => {
    const ctx = await makeContext();
    const stranger = await signUpAda(ctx, false);
    await linkBy(stranger, "google", { ...ADA, sub: "stranger", email: "eve@example.com" });
    expect(await providersOf(stranger)).toEqual(["credential", "google"]);
    await proveMailbox(otherBrowser(ctx), stranger.session.user, { isOwner: false });
    expect((await nextRequest(ctx)).session).toBeNull();
    const again = { ...ADA, sub: "stranger", email: "eve@example.com" };
    const back = await signedInRequest(await signInBy(otherBrowser(ctx), "google", again));
    expect(back.session.user.id).not.toBe(stranger.session.user.id);
  });
});

describe("linking on purpose", () => {
  it("adds an account, of another address too, and signs in by it from then on", async () => {
    const ctx = await makeContext();
    const ada = await signUpAda(ctx, false);
    const person = { ...AT_DISCORD, email: "elsewhere@example.com" };
    const back = await linkBy(ada, "discord", person);
    expect(back.received.redirect).toBe(`${APP}/account`);
    expect(back.received.session).toBeUndefined();
    expect(await providersOf(ada)).toEqual(["credential", "discord"]);
    expect(await mailsOf(ctx)).toEqual([EMAIL]);
    const again = await linkBy(await signedInRequest(ctx), "discord", person);
    expect(errorOf(again)).toBeNull();
    expect(await providersOf(ada)).toEqual(["credential", "discord"]);
    const signedIn = await signedInRequest(await signInBy(otherBrowser(ctx), "discord", person));
    expect(signedIn.session.user.id).toBe(ada.session.user.id);
    expect((await eventsOf(ctx)).filter((event) => event === "account.link accepted")).toHaveLength(1);
  });

  it("OA-10: asks for a recent proof of the user, and for the session to be there still", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const ada = await signUpAda(ctx, true);
    const { url } = await send(ada, startSocialLink, { provider: "google", errorCallbackURL: `${APP}/account` });
    const returned = await signInAt(url, ADA);
    await send(await signedInRequest(ctx), revokeSessions);
    expect(errorOf(await comeBack(ada, "google", returned))).toBe("unable_to_link_account");
    expect(await providersOf(ada)).toEqual(["credential"]);
    const other = await makeContext({ clock });
    const late = await signUpAda(other, true);
    clock.advance(601_000);
    await expectSignInError(send(late, startSocialLink, { provider: "google" }), "SESSION_NOT_FRESH");
    expect(await eventsOf(ctx)).toContain("account.link refused session_ended");
  });

  it("OA-11: links nothing for another browser that has the provider's answer", async () => {
    const ctx = await makeContext();
    const ada = await signUpAda(ctx, true);
    const { url } = await send(ada, startSocialLink, { provider: "google" });
    const returned = await signInAt(url, ADA);
    expect(errorOf(await comeBack(otherBrowser(ctx), "google", returned))).toBe("state_mismatch");
    expect(await providersOf(ada)).toEqual(["credential"]);
  });

  it("refuses an account that another user has, also when both link it at once", async () => {
    const ctx = await makeContext();
    const owner = await signedInRequest(await signInBy(ctx, "google", { ...ADA, email: "first@example.com" }));
    const ada = await signUpAda(otherBrowser(ctx), true);
    const back = await linkBy(ada, "google", ADA);
    expect(errorOf(back)).toBe("account_already_linked_to_different_user");
    expect(await providersOf(owner)).toEqual(["google"]);
    expect(await providersOf(ada)).toEqual(["credential"]);
    const both = await Promise.all([owner, ada].map((user) => linkBy(user, "discord", AT_DISCORD)));
    expect(both.map(errorOf).sort()).toEqual(["account_already_linked_to_different_user", null]);
  });
});

describe("unlinking", () => {
  it("takes an account away while another way in is left, and leaves a trace", async () => {
    const ctx = await makeContext({ settings: { methods: NO_MAILBOX } });
    const ada = await signUpAda(ctx, true);
    await linkBy(ada, "google", ADA);
    const google = (await listAccounts(ada)).find(({ providerId }) => providerId === "google");
    expect(await unlinkAccount(ada, { accountId: google?.id ?? "" })).toEqual({ status: true });
    expect(await providersOf(ada)).toEqual(["credential"]);
    expect(await eventsOf(ctx)).toContain("account.unlink accepted");
    await expectSignInError(unlinkAccount(ada, { accountId: google?.id ?? "" }), "ACCOUNT_NOT_FOUND");
  });

  it("OA-15: never takes the last way in, and none of another user's", async () => {
    const ctx = await makeContext({ settings: { methods: NO_MAILBOX } });
    const ada = await signedInRequest(await signInBy(ctx, "google", ADA));
    const [own] = await listAccounts(ada);
    await expectSignInError(unlinkAccount(ada, { accountId: own?.id ?? "" }), "FAILED_TO_UNLINK_LAST_ACCOUNT");
    const eve = await signedInRequest(
      await signInBy(otherBrowser(ctx), "discord", { ...AT_DISCORD, email: "eve@x.example" }),
    );
    await expectSignInError(unlinkAccount(eve, { accountId: own?.id ?? "" }), "ACCOUNT_NOT_FOUND");
    expect(await providersOf(ada)).toEqual(["google"]);
    expect(await eventsOf(ctx)).toContain("account.unlink refused last_sign_in_method");
  });

  it("OA-15: of two accounts unlinked at once one stays", async () => {
    const ctx = await makeContext({ settings: { methods: NO_MAILBOX } });
    const ada = await signedInRequest(await signInBy(ctx, "google", ADA));
    await linkBy(ada, "discord", AT_DISCORD);
    const accounts = await listAccounts(ada);
    const answers = await Promise.allSettled(accounts.map(({ id }) => unlinkAccount(ada, { accountId: id })));
    expect(answers.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await providersOf(ada)).toHaveLength(1);
  });

  it("counts the mailbox as a way in where links or codes are mailed", async () => {
    const ctx = await makeContext();
    const ada = await signedInRequest(await signInBy(ctx, "google", ADA));
    const [own] = await listAccounts(ada);
    expect(await unlinkAccount(ada, { accountId: own?.id ?? "" })).toEqual({ status: true });
  });

  it("asks for a recent proof of the user", async () => {
    const clock = new FixedClock();
    const ctx = await makeContext({ clock });
    const ada = await signedInRequest(await signInBy(ctx, "google", ADA));
    clock.advance(601_000);
    const [own] = await listAccounts(ada);
    await expectSignInError(unlinkAccount(ada, { accountId: own?.id ?? "" }), "SESSION_NOT_FRESH");
  });
});

it("tells pages which ways are on: those enabled, and providers that are set and known", async () => {
  const ctx = await makeContext({ settings: { methods: { magicLink: false }, brand: { name: "Shop" } } });
  const { methods, providers, organizations, brand, passwordPolicy } = await listEnabledMethods(ctx);
  expect(organizations).toEqual({ enabled: false, canCreate: false });
  expect(methods).toEqual({
    password: true,
    signUp: true,
    magicLink: false,
    emailOtp: true,
    passkey: true,
    sso: false,
    twoFactor: true,
  });
  expect(providers).toEqual(["google", "apple", "github", "discord", "microsoft", "konnos"]);
  expect(brand).toMatchObject({ name: "Shop", logoUrl: null, accentColor: "#1f6feb" });
  expect(passwordPolicy).toMatchObject({ minLength: 8, maxLength: 128 });
  await ctx.db.projectProvider.updateMany({
    where: { projectId: ctx.project.id, provider: "github" },
    data: { isEnabled: false },
  });
  const withOrganisations = async (creation: "everyone" | "server") => {
    const own = await makeContext({ settings: { organizations: { enabled: true, creation } } });
    return (await listEnabledMethods(own)).organizations;
  };
  expect(await withOrganisations("everyone")).toEqual({ enabled: true, canCreate: true });
  expect(await withOrganisations("server")).toEqual({ enabled: true, canCreate: false });
  const without = await makeSocialContext({ konnosIssuer: null, endpoints: {} });
  expect((await listEnabledMethods(ctx)).providers).toEqual(["google", "apple", "discord", "microsoft", "konnos"]);
  const rest = (await listEnabledMethods(without)).providers;
  expect(rest).toEqual(["google", "apple", "github", "discord", "microsoft"]);
  expect(JSON.stringify(await listEnabledMethods(without))).not.toContain("secret");
});
