import { describe, expect, it } from "vitest";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { cookieName, readSessionToken, setCookieField } from "@/lib/http/sign-in/cookies";
import { deletedCookie } from "@/lib/sign-in/browser-cookie";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { getSession } from "@/lib/sign-in/sessions/get";
import { listSessions } from "@/lib/sign-in/sessions/list";
import { revokeOtherSessions, revokeSession, revokeSessions } from "@/lib/sign-in/sessions/revoke";
import { sweepSessions } from "@/lib/sign-in/sessions/sweep";
import { signOut } from "@/lib/sign-in/sso/logout/sign-out";
import { deleteUser } from "@/lib/sign-in/users/delete";
import { listAccounts } from "@/lib/sign-in/users/list-accounts";
import { updateUser } from "@/lib/sign-in/users/update";
import { FixedClock } from "@/tests/support/context";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { nextRequest, otherBrowser, send, signedInRequest } from "@/tests/support/test-browser";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

describe("a session", () => {
  it("SE-01: is a new one at every sign-in, and the one the browser came with is ended", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const before = await signedInRequest(ctx);
    await send(before, signInWithPassword, { email, password: PASSWORD });
    const after = await signedInRequest(before);
    expect(after.session.id).not.toBe(before.session.id);
    expect(after.sessionToken).not.toBe(before.sessionToken);
    expect((await nextRequest(ctx)).session).toBeNull();
  });

  it("SE-02: is over at sign-out; signing out without one is no error", async () => {
    const ctx = await makeUserContext();
    await signUp(ctx);
    const leaving = await signedInRequest(ctx);
    expect(await send(leaving, signOut)).toEqual({ success: true });
    expect(leaving.received.session).toBeNull();
    expect((await nextRequest(ctx)).session).toBeNull();
    expect(await send(await nextRequest(ctx), signOut)).toEqual({ success: true });
    expect(await eventsOf(ctx)).toEqual(["session.sign_out accepted", "user.sign_up accepted"]);
  });

  it("SE-03: is over when all are revoked, and when the user is deleted, of whom only the events stay", async () => {
    const ctx = await makeUserContext();
    const { id, email } = await signUp(ctx);
    const second = otherBrowser(ctx);
    await send(second, signInWithPassword, { email, password: PASSWORD });
    await send(await signedInRequest(ctx), revokeSessions);
    expect((await nextRequest(ctx)).session).toBeNull();
    expect((await nextRequest(second)).session).toBeNull();

    await send(second, signInWithPassword, { email, password: PASSWORD });
    const leaving = await signedInRequest(second);
    await expectSignInError(send(leaving, deleteUser, {}), "INVALID_PASSWORD");
    await expectSignInError(send(leaving, deleteUser, { password: "not the right one" }), "INVALID_PASSWORD");
    expect(await send(leaving, deleteUser, { password: PASSWORD })).toEqual({
      success: true,
      message: "User deleted",
    });
    expect(leaving.received.session).toBeNull();
    expect((await nextRequest(second)).session).toBeNull();
    const where = { userId: id };
    expect([await ctx.db.session.count({ where }), await ctx.db.account.count({ where })]).toEqual([0, 0]);
    expect(await ctx.db.securityEvent.count({ where: { ...where, kind: "user.delete" } })).toBe(2);
  });

  it("SE-06: ends after a week without use, is prolonged by use once a day, and ends for good at its absolute lifetime", async () => {
    const clock = new FixedClock();
    const settings = { session: { absoluteLifetimeSeconds: 10 * 86_400 } };
    const ctx = await makeUserContext({ clock, settings });
    await signUp(ctx);
    const started = clock.now().getTime();
    const endOf = async () => (await signedInRequest(ctx)).session.expiresAt.getTime() - started;

    clock.advance(DAY - 1);
    const early = await signedInRequest(ctx);
    expect([early.session.expiresAt.getTime() - started, early.received.session]).toEqual([7 * DAY, undefined]);
    clock.advance(1);
    const due = await signedInRequest(ctx);
    expect(due.session.expiresAt.getTime() - started).toBe(8 * DAY);
    expect(due.received.session).toEqual({ token: due.sessionToken, maxAgeSeconds: 7 * 86_400 });
    clock.advance(4 * DAY);
    expect(await endOf()).toBe(10 * DAY);
    clock.advance(5 * DAY - 1);
    expect(await endOf()).toBe(10 * DAY);
    clock.advance(1);
    expect((await nextRequest(ctx)).session).toBeNull();

    const idle = otherBrowser(ctx);
    await signUp(idle);
    clock.advance(7 * DAY - 1);
    const stillThere = await idle.db.session.count({
      where: { projectId: ctx.project.id, expiresAt: { gt: clock.now() } },
    });
    expect(stillThere).toBe(1);
    clock.advance(1);
    expect((await nextRequest(idle)).session).toBeNull();
    await sweepSessions({ ...ctx, clock: { now: () => new Date(clock.now().getTime() + 1) } });
    expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("that is not to be remembered has a cookie that ends with the browser, lasts a day and is not prolonged", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { email } = await signUp(ctx);
    const browser = otherBrowser(ctx);
    await send(browser, signInWithPassword, { email, password: PASSWORD, rememberMe: false });
    expect(browser.received.session?.maxAgeSeconds).toBeNull();
    clock.advance(DAY - 1);
    expect((await signedInRequest(browser)).received.session).toBeUndefined();
    clock.advance(1);
    expect((await nextRequest(browser)).session).toBeNull();
  });

  it("SE-07: of one project is none in another, even with its token under the other's cookie", async () => {
    const [one, other] = [await makeUserContext(), await makeUserContext()];
    await signUp(one);
    const { token } = one.received.session ?? { token: "" };
    expect((await nextRequest({ ...one, sessionToken: token })).session).not.toBeNull();
    const elsewhere = await nextRequest({ ...other, sessionToken: token });
    expect(elsewhere.session).toBeNull();
    expect(await send(elsewhere, getSession)).toBeNull();
  });

  it("SE-09: can be listed and ended by its own user only", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const second = otherBrowser(ctx);
    await send(second, signInWithPassword, { email, password: PASSWORD });
    const stranger = otherBrowser(ctx);
    await signUp(stranger);
    const [mine, theirs] = [await signedInRequest(ctx), await signedInRequest(stranger)];
    const listed = await listSessions(mine);
    expect(new Set(listed.map(({ token }) => token))).toEqual(
      new Set([mine.session.id, (await signedInRequest(second)).session.id]),
    );
    for (const token of [mine.session.id, "ses_00000000000000000000"]) {
      expect(await send(theirs, revokeSession, { token })).toEqual({ status: true });
    }
    expect(await listSessions(mine)).toHaveLength(2);
    await revokeOtherSessions(mine);
    expect(await listSessions(await signedInRequest(ctx))).toHaveLength(1);
    await send(mine, revokeSession, { token: mine.session.id });
    expect(mine.received.session).toBeNull();
    expect((await nextRequest(ctx)).session).toBeNull();
  });

  it("SE-10: beyond the number the project allows ends the oldest of the user", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: { session: { perUser: 3 } } });
    const { email } = await signUp(ctx);
    const other = otherBrowser(ctx);
    await signUp(other);
    for (let i = 0; i < 3; i += 1) {
      clock.advance(1_000);
      await send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    }
    expect((await nextRequest(ctx)).session).toBeNull();
    expect((await nextRequest(other)).session).not.toBeNull();
    const browser = otherBrowser(ctx);
    await send(browser, signInWithPassword, { email, password: PASSWORD });
    expect(await listSessions(await signedInRequest(browser))).toHaveLength(3);
  });

  it("SE-11: has a token of 256 bits, of which the database holds the SHA-256 only, and which no answer shows", async () => {
    const ctx = await makeUserContext();
    await signUp(ctx);
    const request = await signedInRequest(ctx);
    const token = request.sessionToken ?? "";
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    const row = await ctx.db.session.findUniqueOrThrow({
      where: { id: request.session.id },
      omit: { tokenHash: false },
    });
    expect(Buffer.from(row.tokenHash)).toEqual(Buffer.from(hashSecretText(token)));
    const answers = [
      await send(request, getSession),
      await listSessions(request),
      row,
      await ctx.db.securityEvent.findMany(),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(token);
  });
});

describe("the session cookie", () => {
  const project = "p_00000000000000000000";
  const token = "A".repeat(43);

  it("SE-05: has every attribute on http and on https, where its name binds it to the host", () => {
    const [http, https] = ["http://localhost:3000", "https://auth.example"];
    const remembered = { kind: "session", value: token, maxAgeSeconds: 604_800 } as const;
    expect(setCookieField(remembered, project, http)).toBe(
      `coppice_session_${project}=${token}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict`,
    );
    expect(setCookieField(remembered, project, https)).toBe(
      `__Host-coppice_session_${project}=${token}; Max-Age=604800; Path=/; HttpOnly; Secure; SameSite=Strict`,
    );
    expect(setCookieField({ ...remembered, maxAgeSeconds: null }, project, http)).not.toMatch(/Max-Age|Expires/);
    expect(setCookieField(deletedCookie("session"), project, https)).toBe(
      `__Host-coppice_session_${project}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict`,
    );
  });

  it("SE-08: sent twice is none", () => {
    const origin = "https://auth.example";
    const name = cookieName("session", project, origin);
    const read = (header: string | null) => readSessionToken(header, project, origin);
    expect(read(`a=b; ${name}=${token}; c`)).toBe(token);
    for (const header of [`${name}=${token}; ${name}=${token}`, `${name}=x;${name}=${token}`, `${name}=`, "", null]) {
      expect(read(header), String(header)).toBeNull();
    }
    expect(read(`x${name}=${token}; ${name}x=${token}`)).toBeNull();
  });
});

describe("the user", () => {
  it("changes name and image, and nothing else", async () => {
    const ctx = await makeUserContext();
    const user = await signUp(ctx);
    const mine = await signedInRequest(ctx);
    expect(await updateUser(mine, { name: "Grace", image: "https://app.example.com/g.png" })).toEqual({ status: true });
    const session = await send(await signedInRequest(ctx), getSession);
    expect(session?.user).toEqual({
      ...user,
      name: "Grace",
      image: "https://app.example.com/g.png",
      updatedAt: expect.any(String),
    });
    await expectSignInError(updateUser(mine, { email: newEmail() }), "EMAIL_CAN_NOT_BE_UPDATED");
    await expectSignInError(updateUser(mine, { name: "x", emailVerified: true }), "FIELD_NOT_ALLOWED");
    await expectSignInError(updateUser(mine, { colour: "red" }), "NO_FIELDS_TO_UPDATE");
    expect((await send(await signedInRequest(ctx), getSession))?.user.name).toBe("Grace");
  });

  it("sees the accounts they can sign in with", async () => {
    const ctx = await makeUserContext();
    const { id } = await signUp(ctx);
    expect(await listAccounts(await signedInRequest(ctx))).toMatchObject([
      { providerId: "credential", accountId: id, userId: id, scopes: [] },
    ]);
  });
});
