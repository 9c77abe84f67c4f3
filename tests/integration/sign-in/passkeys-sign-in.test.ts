import { randomBytes, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { startPasskeyAuthentication } from "@/lib/sign-in/passkeys/start-authentication";
import { verifyPasskeyAuthentication } from "@/lib/sign-in/passkeys/verify-authentication";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { type Forgery, generateKeys, SoftwareAuthenticator } from "@/tests/support/authenticator";
import { FixedClock } from "@/tests/support/context";
import { addPasskey, makePasskeyUser, PAGE, passkeySettings, RP_ID, signInByPasskey } from "@/tests/support/passkeys";
import { eventsOf, expectSignInError, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send } from "@/tests/support/test-browser";

type Made = Awaited<ReturnType<typeof makePasskeyUser>>;

const rowOf = ({ ctx, passkey }: Made) => ctx.db.passkey.findUniqueOrThrow({ where: { id: passkey.id } });

const signatureOfOther = () => sign("sha256", randomBytes(69), generateKeys("ES256").privateKey);

/** Another browser that has asked for a challenge. */
async function start({ ctx }: Pick<Made, "ctx">) {
  const asking = otherBrowser(ctx);
  const options = await send(asking, startPasskeyAuthentication);
  return { options, answering: await nextRequest(asking) };
}

async function expectRefused(made: Made, forgery: Forgery, reason: string): Promise<void> {
  const before = await rowOf(made);
  const events = (await eventsOf(made.ctx)).length;
  const attempt = signInByPasskey(otherBrowser(made.ctx), made.authenticator, { forgery });
  await expectSignInError(attempt, "AUTHENTICATION_FAILED");
  expect(await eventsOf(made.ctx)).toHaveLength(events + 1);
  expect(await eventsOf(made.ctx)).toContain(`session.sign_in refused ${reason}`);
  expect(await rowOf(made)).toEqual(before);
}

describe("signing in with a passkey", () => {
  it.each(["ES256", "EdDSA", "RS256"] as const)("works with %s, is recorded, and counts", async (algorithm) => {
    const authenticator = new SoftwareAuthenticator({ algorithm });
    const made = await makePasskeyUser({ authenticator });
    const { reply, answering } = await signInByPasskey(otherBrowser(made.ctx), authenticator);
    expect(reply).toMatchObject({ session: { userId: made.user.id }, user: { id: made.user.id } });
    const { session } = await nextRequest(answering);
    expect(session).toMatchObject({ factors: ["passkey"], user: { id: made.user.id } });
    expect(reply).toMatchObject({ session: { id: session?.id, token: session?.id } });
    expect(await eventsOf(made.ctx)).toContain("session.sign_in accepted");
    expect(await rowOf(made)).toMatchObject({ counter: 1n, lastUsedAt: made.ctx.clock.now() });
    await signInByPasskey(otherBrowser(made.ctx), authenticator);
    expect(await rowOf(made)).toMatchObject({ counter: 2n });
  });

  it("works again and again where the authenticator does not count, and follows its backup", async () => {
    const authenticator = new SoftwareAuthenticator({ counts: false, backupEligible: true });
    const made = await makePasskeyUser({ authenticator });
    await signInByPasskey(otherBrowser(made.ctx), authenticator);
    expect(await rowOf(made)).toMatchObject({ counter: 0n, isBackedUp: false });
    const forgery = { flags: { backedUp: true } };
    await signInByPasskey(otherBrowser(made.ctx), authenticator, { forgery });
    expect(await rowOf(made)).toMatchObject({ counter: 0n, isBackedUp: true });
  });

  it("EN-05: tells nothing of any user to a visitor without a session, and names a signed-in user's own", async () => {
    const made = await makePasskeyUser();
    const { options } = await start(made);
    const challenge = expect.stringMatching(/^[A-Za-z0-9_-]{43}$/);
    const asked = { rpId: RP_ID, challenge, timeout: 60_000, userVerification: "preferred" };
    expect(JSON.parse(JSON.stringify(options))).toEqual(asked);
    const signedIn = await send(await nextRequest(made.ctx), startPasskeyAuthentication);
    const own = { id: made.passkey.credentialID, type: "public-key", transports: ["internal", "hybrid"] };
    expect(signedIn).toEqual({ ...asked, allowCredentials: [own] });
    const other = otherBrowser(made.ctx);
    await signUp(other);
    const without = await send(await nextRequest(other), startPasskeyAuthentication);
    expect(JSON.parse(JSON.stringify(without))).toEqual(asked);
  });

  it("works at the service's own pages for its own host, where the project names no domain", async () => {
    const ctx = await makeUserContext({ settings: { allowedOrigins: ["http://localhost:5173", "https://a.example"] } });
    const user = await signUp(ctx);
    const authenticator = new SoftwareAuthenticator();
    const page = "http://localhost:5173";
    await addPasskey(ctx, authenticator, { page });
    for (const origin of [page, ctx.baseUrl]) {
      const { reply } = await signInByPasskey(otherBrowser(ctx), authenticator, { page: origin });
      expect(reply).toMatchObject({ user: { id: user.id } });
    }
    const elsewhere = signInByPasskey(otherBrowser(ctx), authenticator, { page: "https://a.example" });
    await expectSignInError(elsewhere, "AUTHENTICATION_FAILED");
  });

  it("BF-02: works while wrong passwords have locked the account", async () => {
    const made = await makePasskeyUser();
    const { email } = made.user;
    for (let tries = 0; tries < 5; tries += 1) {
      await expectSignInError(
        send(otherBrowser(made.ctx), signInWithPassword, { email, password: "wrong" }),
        "INVALID_EMAIL_OR_PASSWORD",
      );
    }
    const locked = send(otherBrowser(made.ctx), signInWithPassword, { email, password: PASSWORD });
    await expectSignInError(locked, "TOO_MANY_ATTEMPTS");
    const { reply } = await signInByPasskey(otherBrowser(made.ctx), made.authenticator);
    expect(reply).toMatchObject({ user: { email } });
  });

  it("stands for the second factor where it verified its user, and is the first where it did not", async () => {
    const made = await makePasskeyUser();
    const { ctx, user, authenticator } = made;
    await ctx.db.user.update({ where: { id: user.id }, data: { twoFactorEnabled: true } });
    expect((await signInByPasskey(otherBrowser(ctx), authenticator)).reply).toMatchObject({ user: { id: user.id } });
    const forgery = { flags: { userVerified: false } };
    const { reply, answering } = await signInByPasskey(otherBrowser(ctx), authenticator, { forgery });
    expect(reply).toEqual({ twoFactorRedirect: true, twoFactorMethods: ["totp"] });
    expect((await nextRequest(answering)).session).toBeNull();
  });

  it("follows the project's rule for unverified addresses, and a ban", async () => {
    const made = await makePasskeyUser();
    const { ctx, user, authenticator } = made;
    const { project } = ctx;
    const strict = { ...ctx, project: { ...project, settings: { ...project.settings, requireVerifiedEmail: true } } };
    await expectSignInError(signInByPasskey(otherBrowser(strict), authenticator), "EMAIL_NOT_VERIFIED");
    await ctx.db.user.update({ where: { id: user.id }, data: { emailVerified: true } });
    await signInByPasskey(otherBrowser(strict), authenticator);
    await ctx.db.user.update({ where: { id: user.id }, data: { bannedAt: ctx.clock.now() } });
    await expectSignInError(signInByPasskey(otherBrowser(ctx), authenticator), "BANNED_USER");
    expect(await eventsOf(ctx)).toEqual(
      expect.arrayContaining(["session.sign_in refused banned", "session.sign_in refused email_not_verified"]),
    );
  });

  it("is off where the project has passkeys off", async () => {
    const ctx = await makeUserContext({ settings: passkeySettings({ methods: { passkey: false } }) });
    await expectSignInError(send(ctx, startPasskeyAuthentication), "PASSKEY_DISABLED");
    await expectSignInError(send(ctx, verifyPasskeyAuthentication, { response: {} }), "PASSKEY_DISABLED");
  });
});

describe("a sign-in with a passkey is refused", () => {
  it("PK-01: for another type, another challenge, or one that was answered, is another browser's, project's or too old", async () => {
    const clock = new FixedClock();
    const made = await makePasskeyUser({ clock });
    const { authenticator } = made;
    await expectRefused(made, { clientData: { type: "webauthn.create" } }, "wrong_type");
    await expectRefused(made, { clientData: { challenge: "AAAA" } }, "wrong_challenge");

    const used = await start(made);
    const response = authenticator.get(used.options, PAGE);
    await expectSignInError(
      send(used.answering, verifyPasskeyAuthentication, { response: {} }),
      "AUTHENTICATION_FAILED",
    );
    await expectSignInError(send(used.answering, verifyPasskeyAuthentication, { response }), "CHALLENGE_NOT_FOUND");

    const { options, answering } = await start(made);
    const answer = { response: authenticator.get(options, PAGE) };
    const otherProject = await makeUserContext({ settings: passkeySettings() });
    for (const ctx of [
      otherBrowser(made.ctx),
      { ...otherBrowser(otherProject), cookieHeader: answering.cookieHeader },
      {
        ...otherBrowser(otherProject),
        cookieHeader: answering.cookieHeader?.replaceAll(made.ctx.project.id, otherProject.project.id) ?? null,
      },
    ]) {
      await expectSignInError(send(ctx, verifyPasskeyAuthentication, answer), "CHALLENGE_NOT_FOUND");
    }
    clock.advance(300_000);
    await expectSignInError(send(answering, verifyPasskeyAuthentication, answer), "CHALLENGE_NOT_FOUND");
    expect(await eventsOf(made.ctx)).not.toContain("session.sign_in accepted");
  });

  it("PK-01: for all but one of twenty answers to a challenge at once", async () => {
    const made = await makePasskeyUser({ authenticator: new SoftwareAuthenticator({ counts: false }) });
    const { options, answering } = await start(made);
    const response = made.authenticator.get(options, PAGE);
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => send({ ...answering }, verifyPasskeyAuthentication, { response })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const accepted = (await eventsOf(made.ctx)).filter((event) => event === "session.sign_in accepted");
    expect(accepted).toHaveLength(1);
  });

  it.each([
    ["a foreign domain that ends alike", { origin: "https://notexample.com" }, "wrong_origin"],
    ["a sibling that is not allowed", { origin: "https://evil.example.com" }, "wrong_origin"],
    ["an allowed origin of another domain", { origin: "https://other.example" }, "wrong_origin"],
    ["plain http", { origin: "http://app.example.com" }, "wrong_origin"],
    ["another port", { origin: "https://app.example.com:8443" }, "wrong_origin"],
    ["a frame", { crossOrigin: true }, "cross_origin"],
    ["a frame of an allowed page", { crossOrigin: true, topOrigin: PAGE }, "cross_origin"],
    ["an outermost page without a frame", { topOrigin: PAGE }, "cross_origin"],
  ])("PK-02: from %s", async (_name, clientData, reason) => {
    await expectRefused(await makePasskeyUser(), { clientData }, reason);
  });

  it("PK-03: for the domain of another project, and for a passkey made for one", async () => {
    const made = await makePasskeyUser();
    await expectRefused(made, { rpId: "other.example" }, "not_verified");
    await made.ctx.db.passkey.update({ where: { id: made.passkey.id }, data: { rpId: "old.example" } });
    await expectSignInError(signInByPasskey(otherBrowser(made.ctx), made.authenticator), "PASSKEY_NOT_FOUND");
  });

  it("PK-04: without the user's presence, and without their verification where the project wants it", async () => {
    const made = await makePasskeyUser({ settings: { passkeys: { userVerification: "required" } } });
    expect((await start(made)).options).toMatchObject({ userVerification: "required" });
    await expectRefused(made, { flags: { userVerified: false } }, "not_verified");
    await expectRefused(made, { flags: { userPresent: false } }, "not_verified");
  });

  it("PK-05: for a passkey that is backed up and cannot be, or that can be and could not", async () => {
    const made = await makePasskeyUser();
    await expectRefused(made, { flags: { backedUp: true } }, "not_verified");
    await expectRefused(made, { flags: { backupEligible: true } }, "backup_eligibility_changed");
    await expectRefused(made, { flags: { backupEligible: true, backedUp: true } }, "backup_eligibility_changed");
    const synced = await makePasskeyUser({ authenticator: new SoftwareAuthenticator({ backupEligible: true }) });
    await expectRefused(synced, { flags: { backupEligible: false } }, "backup_eligibility_changed");
  });

  it("PK-06: if the counter stands still or goes back; a forged one does not look like a copy", async () => {
    const made = await makePasskeyUser();
    await signInByPasskey(otherBrowser(made.ctx), made.authenticator, { forgery: { counter: 7 } });
    for (const counter of [7, 6, 0]) await expectRefused(made, { counter }, "counter_went_back");
    await signInByPasskey(otherBrowser(made.ctx), made.authenticator, { forgery: { counter: 8 } });
    const event = await made.ctx.db.securityEvent.findFirst({
      where: { projectId: made.ctx.project.id, reason: "counter_went_back" },
    });
    expect(event).toMatchObject({ userId: made.user.id, data: { factor: "passkey", passkeyId: made.passkey.id } });
    const fresh = await makePasskeyUser();
    await signInByPasskey(otherBrowser(fresh.ctx), fresh.authenticator, { forgery: { counter: 7 } });
    await expectRefused(fresh, { counter: 3, signature: signatureOfOther() }, "wrong_signature");
    expect(await eventsOf(fresh.ctx)).not.toContain("session.sign_in refused counter_went_back");
  });

  it("PK-06: for all but one of twenty signatures with one counter at once", async () => {
    const made = await makePasskeyUser();
    const browsers = await Promise.all(Array.from({ length: 20 }, () => start(made)));
    const results = await Promise.allSettled(
      browsers.map(({ options, answering }) => {
        const response = made.authenticator.get(options, PAGE, { counter: 9 });
        return send(answering, verifyPasskeyAuthentication, { response });
      }),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await rowOf(made)).toMatchObject({ counter: 9n });
  });

  it("PK-07: for a wrong signature, another user's name or none, and ids that differ; nothing is counted", async () => {
    const made = await makePasskeyUser();
    await expectRefused(made, { signature: signatureOfOther() }, "wrong_signature");
    await expectRefused(made, { signature: randomBytes(70) }, "not_verified");
    await expectRefused(made, { signature: Buffer.alloc(0) }, "malformed");
    await expectRefused(made, { userHandle: Buffer.from("usr_00000000000000000000") }, "wrong_user_handle");
    await expectRefused(made, { userHandle: null }, "wrong_user_handle");
    await expectRefused(made, { rawId: randomBytes(32).toString("base64url") }, "not_verified");
    await expectRefused(made, { type: "password" }, "malformed");
    const id = randomBytes(32).toString("base64url");
    const unknown = signInByPasskey(otherBrowser(made.ctx), made.authenticator, { forgery: { id } });
    await expectSignInError(unknown, "PASSKEY_NOT_FOUND");
  });

  it("PK-07: for another user's passkey, where the browser was given the signed-in user's own", async () => {
    const made = await makePasskeyUser();
    const other = otherBrowser(made.ctx);
    const otherAuthenticator = new SoftwareAuthenticator();
    await signUp(other);
    await addPasskey(other, otherAuthenticator);
    const asking = await nextRequest(made.ctx);
    const { challenge } = await send(asking, startPasskeyAuthentication);
    const response = otherAuthenticator.get({ challenge, rpId: RP_ID }, PAGE);
    const answering = await nextRequest(asking);
    await expectSignInError(send(answering, verifyPasskeyAuthentication, { response }), "AUTHENTICATION_FAILED");
    expect(await eventsOf(made.ctx)).toContain("session.sign_in refused other_user");
    const own = await signInByPasskey(made.ctx, made.authenticator, { forgery: { userHandle: null } });
    expect(own.reply).toMatchObject({ user: { id: made.user.id } });
    expect(await made.ctx.db.session.count({ where: { userId: made.user.id } })).toBe(1);
  });

  it.each([
    {},
    { id: 1 },
    { id: "a", rawId: "a", type: "public-key", response: null },
    { id: "a\u0000", rawId: "a\u0000", type: "public-key", response: {} },
    {
      id: "YQ",
      rawId: "YQ",
      type: "public-key",
      response: { clientDataJSON: "", authenticatorData: "", signature: "" },
    },
  ])("PK-09: for an answer like %j", async (response) => {
    const made = await makePasskeyUser();
    const { answering } = await start(made);
    await expectSignInError(send(answering, verifyPasskeyAuthentication, { response }), "AUTHENTICATION_FAILED");
    expect(await eventsOf(made.ctx)).toContain("session.sign_in refused malformed");
  });
});
