import { describe, expect, it } from "vitest";
import { randomBase62 } from "@/lib/core/crypto/secret-text";
import { createId } from "@/lib/core/ids";
import { changePassword } from "@/lib/sign-in/password/change";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { verifyOwnPassword } from "@/lib/sign-in/password/verify";
import { listSessions } from "@/lib/sign-in/sessions/list";
import { requireFreshSession } from "@/lib/sign-in/sessions/require-fresh";
import { revokeSessions } from "@/lib/sign-in/sessions/revoke";
import { FixedClock, random } from "@/tests/support/context";
import { expectSignInError, makeUserContext, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  nothingReceived,
  otherBrowser,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";

const DAY = 86_400_000;

describe("a session in use", () => {
  it("SE-04: that is due and asked for by many at once is prolonged once; its token stays the one it was", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    await signUp(ctx);
    const token = (await signedInRequest(ctx)).sessionToken;
    clock.advance(DAY);
    const requests = await Promise.all(Array.from({ length: 10 }, () => signedInRequest(ctx)));
    expect(new Set(requests.map(({ session }) => session.id)).size).toBe(1);
    const prolonged = requests.filter(({ received }) => received.session !== undefined);
    expect(prolonged.map(({ received }) => received.session)).toEqual([{ token, maxAgeSeconds: 7 * 86_400 }]);
    expect((await signedInRequest(ctx)).session.expiresAt).toEqual(new Date(clock.now().getTime() + 7 * DAY));
  });

  it("SE-03: is over for requests already on their way when all are revoked or the password changes", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const second = otherBrowser(ctx);
    await send(second, signInWithPassword, { email, password: PASSWORD });
    const late = await signedInRequest(second);
    const mine = await signedInRequest(ctx);
    const newPassword = "an entirely new passphrase";
    await send(mine, changePassword, { newPassword, currentPassword: PASSWORD, revokeOtherSessions: true });
    await expectSignInError(verifyOwnPassword(late, { password: newPassword }), "UNAUTHORIZED");
    expect((await nextRequest(late)).session).toBeNull();
    const current = await signedInRequest(mine);
    await send(current, revokeSessions);
    expect((await nextRequest({ ...current, received: nothingReceived() })).session).toBeNull();
  });

  it("SE-10: of a user with 10,000 others ends the oldest, and the list is as long as the project allows", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: { session: { perUser: 200 } } });
    const { id: userId, email } = await signUp(otherBrowser(ctx));
    await insertSessions(ctx, userId, 10_000);
    clock.advance(1_000);
    const browser = otherBrowser(ctx);
    await send(browser, signInWithPassword, { email, password: PASSWORD });
    const mine = await signedInRequest(browser);
    const listed = await listSessions(mine);
    expect([listed.length, listed[0]?.id]).toEqual([200, mine.session.id]);
    expect(await ctx.db.session.count({ where: { userId } })).toBe(200);
  });

  it("SE-11: has a token that no other of 10,000 has, each character as likely as the next", () => {
    const tokens = new Set(Array.from({ length: 10_000 }, () => randomBase62(43, random)));
    expect(tokens.size).toBe(10_000);
    const counts = new Map<string, number>();
    for (const token of tokens) {
      expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
      for (const character of token) counts.set(character, (counts.get(character) ?? 0) + 1);
    }
    const expected = (10_000 * 43) / 62;
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // 61 degrees of freedom: beyond 130 once in a million runs.
    expect([counts.size, chiSquare < 130]).toEqual([62, true]);
  });
});

describe("a fresh session", () => {
  it("is one whose user proved who they are a moment ago, and is made so again by the password", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    await signUp(ctx);
    clock.advance(600_000);
    requireFreshSession(await signedInRequest(ctx));
    clock.advance(1);
    const stale = await signedInRequest(ctx);
    expect(() => requireFreshSession(stale)).toThrow(expect.objectContaining({ code: "SESSION_NOT_FRESH" }));
    await expectSignInError(verifyOwnPassword(stale, { password: "not the password" }), "INVALID_PASSWORD");
    const still = await signedInRequest(ctx);
    expect(() => requireFreshSession(still)).toThrow(expect.objectContaining({ code: "SESSION_NOT_FRESH" }));
    await verifyOwnPassword(stale, { password: PASSWORD });
    const renewed = await signedInRequest(ctx);
    requireFreshSession(renewed);
    expect(renewed.session.authenticatedAt).toEqual(clock.now());
  });

  it("is as long as the owner says", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock, settings: { session: { freshSeconds: 60 } } });
    await signUp(ctx);
    clock.advance(60_001);
    const stale = await signedInRequest(ctx);
    expect(() => requireFreshSession(stale)).toThrow(expect.objectContaining({ code: "SESSION_NOT_FRESH" }));
  });
});

async function insertSessions(ctx: TestRequest, userId: string, count: number): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.session.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      id: createId("session", random),
      projectId: ctx.project.id,
      userId,
      tokenHash: new Uint8Array(random.bytes(32)),
      createdAt: new Date(now.getTime() - index),
      updatedAt: now,
      expiresAt: new Date(now.getTime() + DAY),
    })),
  });
}
