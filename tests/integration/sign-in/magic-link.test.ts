import { describe, expect, it } from "vitest";
import { createSecretText } from "@/lib/core/crypto/secret-text";
import { startFlow } from "@/lib/sign-in/flow/flow";
import { consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { describeMagicLink } from "@/lib/sign-in/magic-link/describe";
import { MagicLinkInput, requestMagicLink } from "@/lib/sign-in/magic-link/request";
import { followMagicLink } from "@/lib/sign-in/magic-link/sign-in";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { FixedClock, random } from "@/tests/support/context";
import { lastMailTo, mailsTo } from "@/tests/support/mailbox";
import { lastProof, tokenOf, twentyAtOnce, wideMailLimits } from "@/tests/support/mailed-proof";
import { overtakenAtEachRead } from "@/tests/support/overtaken";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  otherBrowser,
  receiveCookies,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";

const wide = { limits: { ...wideMailLimits, wrongPerAccount: { limit: 1_000, windowSeconds: 60 } } };

/** A link that this browser asked for, with the number it was shown. */
async function askForLink(ctx: TestRequest, email: string, more: Partial<Parameters<typeof requestMagicLink>[1]> = {}) {
  // The newest mail is told by its time.
  if (ctx.clock instanceof FixedClock) ctx.clock.advance(1);
  const { number } = await send(ctx, requestMagicLink, { email, ...more });
  return { number, ...(await lastProof(ctx, email, "sign-in")) };
}

describe("a mailed link", () => {
  it("signs in a new user, verified, in the browser that asked for it, with the code of the same mail spent", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const email = newEmail();
    const { token, number } = await askForLink(ctx, email, {
      name: "Ada",
      callbackURL: "/home",
      newUserCallbackURL: "/new",
    });
    expect(number).toMatch(/^[0-9]{4}$/);
    const mine = await nextRequest(ctx);
    expect(await describeMagicLink(mine, token)).toEqual({ valid: true, needsNumber: false });
    const { signedIn, isNewUser, callbackURL } = await send(mine, consumeMagicLink, { token });
    expect([isNewUser, callbackURL]).toEqual([true, "/new"]);
    expect(signedIn).toMatchObject({ user: { email, name: "Ada", emailVerified: true } });
    const { session } = await signedInRequest(mine);
    expect(session.factors).toEqual(["magic-link"]);
    expect(await ctx.db.verification.count({ where: { projectId: ctx.project.id } })).toBe(0);
    expect(await ctx.db.flow.count({ where: { kind: { not: "outcome" }, projectId: ctx.project.id } })).toBe(0);
    expect(await eventsOf(ctx)).toEqual([
      "session.sign_in accepted",
      "sign_in.mail_request accepted",
      "user.sign_up accepted",
    ]);
    const again = await askForLink(otherBrowser(ctx), email);
    const second = await send(otherBrowser(ctx), consumeMagicLink, again);
    expect([second.isNewUser, second.callbackURL]).toEqual([false, null]);
  });

  it("ML-02: used twice, and by twenty at once, signs in once", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const { token } = await askForLink(ctx, newEmail());
    const mine = await nextRequest(ctx);
    const same = () => ({ ...otherBrowser(mine), cookieHeader: mine.cookieHeader });
    expect(await twentyAtOnce(() => send(same(), consumeMagicLink, { token }))).toEqual({
      done: 1,
      INVALID_TOKEN: 19,
    });
    await expectSignInError(send(same(), consumeMagicLink, { token }), "INVALID_TOKEN");
    expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(1);
    expect(await eventsOf(ctx)).toContain("session.sign_in refused no_such_link");
  });

  it("ML-02: of two clicks the overtaken one is refused as used, and not asked for the number", async () => {
    const outcomes = await overtakenAtEachRead(async () => {
      const ctx = await makeUserContext({ settings: wide });
      const { token } = await askForLink(ctx, newEmail());
      const click = (browser: TestRequest) => send(browser, consumeMagicLink, { token });
      const mine = await nextRequest(ctx);
      return { ctx: { ...mine }, first: () => click({ ...mine }), second: click };
    });
    expect(outcomes.length).toBeGreaterThan(1);
    expect(new Set(outcomes)).toEqual(new Set(["INVALID_TOKEN"]));
  });

  it("ML-03: asks in another browser for the number, looks at it three times, and is spent by the third wrong one", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const email = newEmail();
    const { token, number } = await askForLink(ctx, email);
    const other = otherBrowser(ctx);
    expect(await describeMagicLink(other, token)).toEqual({ valid: true, needsNumber: true });
    await expectSignInError(send(other, consumeMagicLink, { token }), "INVALID_NUMBER");
    const wrong = number === "0000" ? "0001" : "0000";
    for (const each of [wrong, `${number}0`]) {
      await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, { token, number: each }), "INVALID_NUMBER");
    }
    const right = await send(other, consumeMagicLink, { token, number });
    expect(right.signedIn).toMatchObject({ user: { email } });
    const next = await askForLink(ctx, email);
    const nextWrong = next.number === "0000" ? "0001" : "0000";
    const guess = () => send(otherBrowser(ctx), consumeMagicLink, { token: next.token, number: nextWrong });
    for (let i = 0; i < 3; i += 1) await expectSignInError(guess(), "INVALID_NUMBER");
    const late = send(otherBrowser(ctx), consumeMagicLink, { token: next.token, number: next.number });
    await expectSignInError(late, "INVALID_TOKEN");
    const events = await eventsOf(ctx);
    expect(events.filter((event) => event === "session.sign_in refused wrong_number")).toHaveLength(5);
  });

  it("ML-03: of a hundred numbers guessed at once three are looked at", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const { token, number } = await askForLink(ctx, newEmail());
    const wrong = Array.from({ length: 101 }, (_, i) => String(i).padStart(4, "0")).filter((each) => each !== number);
    const codes = await Promise.all(
      wrong.slice(0, 100).map((each) =>
        send(otherBrowser(ctx), consumeMagicLink, { token, number: each }).then(
          () => "done",
          ({ code }) => code,
        ),
      ),
    );
    expect(codes.filter((code) => code === "INVALID_NUMBER")).toHaveLength(3);
    expect(codes.filter((code) => code === "INVALID_TOKEN")).toHaveLength(97);
    expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("ML-03: does not take the flow of another link, or of another project, for the browser that asked", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const foreign = await makeUserContext({ settings: wide });
    const victim = await askForLink(ctx, newEmail());
    const attacker = otherBrowser(ctx);
    await send(attacker, requestMagicLink, { email: newEmail() });
    const withOwnFlow = await nextRequest(attacker);
    expect(await describeMagicLink(withOwnFlow, victim.token)).toEqual({ valid: true, needsNumber: true });
    await expectSignInError(send(withOwnFlow, consumeMagicLink, { token: victim.token }), "INVALID_NUMBER");
    const { cookie } = await startFlow(foreign, { kind: "magic-link", lifetimeSeconds: 600 });
    await receiveCookies(foreign, Promise.resolve({ cookies: [cookie] }));
    const { cookieHeader } = await nextRequest(foreign);
    const renamed = cookieHeader?.replaceAll(foreign.project.id, ctx.project.id) ?? "";
    expect(renamed).not.toBe("");
    const borrowed = { ...otherBrowser(ctx), cookieHeader: renamed };
    await expectSignInError(send(borrowed, consumeMagicLink, { token: victim.token }), "INVALID_NUMBER");
  });

  it("ML-04: is dead after ten minutes, in another project, once a newer one is mailed, and as a token of another kind", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: wide });
    const other = await makeUserContext({ clock, settings: wide });
    const email = newEmail();
    const first = await askForLink(ctx, email);
    clock.advance(1_000);
    const second = await askForLink(ctx, email);
    await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, first), "INVALID_TOKEN");
    await expectSignInError(send(otherBrowser(other), consumeMagicLink, second), "INVALID_TOKEN");
    await signUp(otherBrowser(ctx), email);
    const verification = await lastProof(ctx, email, "email-verification");
    await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, { token: verification.token }), "INVALID_TOKEN");
    for (const token of ["", "x", "a'b", "%00", createSecretText("", random), "é".repeat(32)]) {
      await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, { token, number: "1234" }), "INVALID_TOKEN");
    }
    clock.advance(599_000);
    expect((await describeMagicLink(ctx, second.token)).valid).toBe(true);
    clock.advance(1_000);
    expect(await describeMagicLink(ctx, second.token)).toEqual({ valid: false, needsNumber: false });
    await expectSignInError(send(await nextRequest(ctx), consumeMagicLink, second), "INVALID_TOKEN");
  });

  it("ML-05: leads to the hosted page of the configured origin", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const { link, token } = await askForLink(ctx, newEmail());
    expect(link).toBe(`${ctx.baseUrl}/auth/${ctx.project.id}/magic-link?token=${token}`);
  });

  it("ML-06: goes on only to an address the project still trusts", async () => {
    const ctx = await makeUserContext({ settings: { ...wide, allowedOrigins: ["https://app.example.com"] } });
    const callbackURL = "https://app.example.com/welcome";
    const link = await askForLink(ctx, newEmail(), { callbackURL });
    const narrowed = { ...ctx.project, settings: { ...ctx.project.settings, allowedOrigins: [] } };
    const after = await send({ ...otherBrowser(ctx), project: narrowed }, consumeMagicLink, link);
    expect(after.callbackURL).toBeNull();
    const kept = await send(otherBrowser(ctx), consumeMagicLink, await askForLink(ctx, newEmail(), { callbackURL }));
    expect(kept.callbackURL).toBe(callbackURL);
  });

  it("ML-07: is asked for by exactly one plain address", () => {
    const bad = [
      'e@attacker.test"@victim.test',
      '"quoted local"@victim.test',
      "a@victim.test,b@attacker.test",
      "a@victim.test, b@attacker.test",
      "a\uff20victim.test",
      "a@victim.test\r\nBcc: b@attacker.test",
      "a@victim.test\u0000",
      "Ada <a@victim.test>",
      "a@victim.test ",
      "a(comment)@victim.test",
      "a@[127.0.0.1]",
      "\u0430da@victim.test",
      `${"a".repeat(250)}@victim.test`,
    ];
    for (const email of bad) expect(MagicLinkInput.safeParse({ email }).success, email).toBe(false);
    expect(MagicLinkInput.parse({ email: "Ada@Victim.TEST" }).email).toBe("ada@victim.test");
  });

  it("ML-08: the first proof of a mailbox drops the password and sessions of a person who signed up with it unproven", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const attacker = otherBrowser(ctx);
    const { id, email } = await signUp(attacker);
    const { signedIn } = await send(otherBrowser(ctx), consumeMagicLink, await askForLink(ctx, email));
    expect(signedIn).toMatchObject({ user: { id, emailVerified: true } });
    await expect(signedInRequest(attacker)).rejects.toThrow("nobody is signed in");
    const again = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(again, "INVALID_EMAIL_OR_PASSWORD");
    expect(await ctx.db.account.count({ where: { userId: id } })).toBe(0);
    const kept = await ctx.db.securityEvent.findFirstOrThrow({ where: { userId: id, kind: "email.verify" } });
    expect(kept.data).toEqual({ droppedEarlierCredentials: true });
  });

  it("ML-08: of a user who has proven theirs it drops nothing", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
    await send(otherBrowser(ctx), consumeMagicLink, await askForLink(ctx, email));
    expect((await signedInRequest(ctx)).session.user.id).toBe(id);
    await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
  });

  it("ML-11: holds 190 bits, of which the database has a hash alone", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const email = newEmail();
    const { token, code, number } = await askForLink(ctx, email);
    expect(token).toMatch(/^[0-9A-Za-z]{32}$/);
    const [row] = await ctx.db.$queryRaw<{ text: string }[]>`
      select v::text || f::text as text from verification v join flow f on f.id = v.flow_id where v.email = ${email}`;
    expect(row?.text).toContain(email);
    for (const secret of [token, code]) expect(row?.text).not.toContain(secret);
    expect(row?.text).not.toContain(`"${number}"`);
  });

  it("asks for a second factor before there is a session", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true, twoFactorEnabled: true } });
    const browser = otherBrowser(ctx);
    const { signedIn } = await send(browser, consumeMagicLink, await askForLink(ctx, email));
    expect(signedIn).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    await expect(signedInRequest(browser)).rejects.toThrow("nobody is signed in");
  });

  it("signs in no blocked user, and opens the lock of many wrong passwords", async () => {
    const ctx = await makeUserContext({ settings: { limits: wideMailLimits } });
    const { id, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id }, data: { emailVerified: true } });
    const password = (text: string) => send(otherBrowser(ctx), signInWithPassword, { email, password: text });
    for (let i = 0; i < 5; i += 1) await expectSignInError(password("wrong password"), "INVALID_EMAIL_OR_PASSWORD");
    await expectSignInError(password(PASSWORD), "TOO_MANY_ATTEMPTS");
    const browser = otherBrowser(ctx);
    const { token } = await askForLink(browser, email);
    await send(await nextRequest(browser), consumeMagicLink, { token });
    expect(await password(PASSWORD)).toMatchObject({ user: { email } });
    await ctx.db.user.update({ where: { id }, data: { bannedAt: new Date() } });
    const blocked = send(otherBrowser(ctx), consumeMagicLink, await askForLink(ctx, email));
    await expectSignInError(blocked, "BANNED_USER");
  });

  it("is mailed without a code where those are off, and not at all where links are", async () => {
    const noCodes = await makeUserContext({ settings: { methods: { emailOtp: false } } });
    const email = newEmail();
    await send(noCodes, requestMagicLink, { email });
    expect(await lastMailTo(noCodes, email, "sign-in")).toEqual({
      link: expect.stringContaining("/magic-link?token="),
      code: null,
      expiresInMinutes: 10,
    });
    const noLinks = await makeUserContext({ settings: { methods: { magicLink: false } } });
    await expectSignInError(send(noLinks, requestMagicLink, { email }), "MAGIC_LINK_DISABLED");
    await expectSignInError(send(noLinks, consumeMagicLink, { token: "x" }), "MAGIC_LINK_DISABLED");
  });

  it("if no one may sign up it goes to users alone", async () => {
    const ctx = await makeUserContext({ settings: { ...wide, methods: { signUp: false } } });
    const unknown = newEmail();
    expect(await send(ctx, requestMagicLink, { email: unknown })).toEqual({
      status: true,
      number: expect.any(String),
    });
    expect(await mailsTo(ctx, unknown)).toEqual([]);
    expect(await eventsOf(ctx)).toEqual(["sign_in.mail_request refused unknown_user"]);
  });
});

describe("GET /magic-link/verify", () => {
  it("answers the session without an address, and leads on with one, failures too", async () => {
    const ctx = await makeUserContext({ settings: wide });
    const email = newEmail();
    const plain = await send(otherBrowser(ctx), followMagicLink, await askForLink(ctx, email));
    expect(plain).toMatchObject({ user: { email }, session: { id: expect.stringMatching(/^ses_/) } });
    const browser = otherBrowser(ctx);
    await send(browser, followMagicLink, { ...(await askForLink(ctx, email)), callbackURL: "/home" });
    expect(browser.received.redirect).toBe("/home");
    const failing = otherBrowser(ctx);
    await send(failing, followMagicLink, { token: "used", callbackURL: "/home", errorCallbackURL: "/oops?a=1" });
    expect(failing.received.redirect).toBe(`${ctx.baseUrl}/oops?a=1&error=INVALID_TOKEN`);
    expect(failing.received.session).toBeUndefined();
    await expectSignInError(send(otherBrowser(ctx), followMagicLink, { token: "used" }), "INVALID_TOKEN");
    const mail = await lastMailTo(ctx, email, "sign-in");
    expect(tokenOf(mail.link)).toMatch(/^[0-9A-Za-z]{32}$/);
  });
});
