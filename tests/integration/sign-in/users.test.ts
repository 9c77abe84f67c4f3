import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import { WORKER } from "@/lib/core/access/service-actor";
import type { Context } from "@/lib/core/context";
import type { ServiceContext } from "@/lib/runtime";
import { startFlow, takeFlow } from "@/lib/sign-in/flow/flow";
import { changePassword } from "@/lib/sign-in/password/change";
import { resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { CreateUserByOwnerInput, createUserByOwner } from "@/lib/sign-in/user-invitations/create-by-owner";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endDueBans } from "@/lib/sign-in/users/end-due-bans";
import { endUserSession } from "@/lib/sign-in/users/end-session";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { removeUserPasskey } from "@/lib/sign-in/users/remove-passkey";
import { removeUserTwoFactor } from "@/lib/sign-in/users/remove-two-factor";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { showUser } from "@/lib/sign-in/users/show";
import { unbanUser } from "@/lib/sign-in/users/unban";
import { UpdateUserByOwnerInput, updateUserByOwner } from "@/lib/sign-in/users/update-by-owner";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock, keyActor, workerDatabase } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import {
  nextRequest,
  otherBrowser,
  receiveCookies,
  send,
  signedInRequest,
  type TestRequest,
} from "@/tests/support/test-browser";

const CHANGES: [string, (ctx: Context, address: UserAddress) => Promise<unknown>, string][] = [
  ["banning", banUser, "user.ban"],
  ["deleting", deleteUserByOwner, "user.delete"],
  ["ending the sessions of", endUserSessions, "user.end_sessions"],
  ["demanding a new password of", requirePasswordReset, "user.require_reset"],
  ["changing", (ctx, address) => updateUserByOwner(ctx, { ...address, name: "Grace" }), "user.update"],
  ["turning off two-step verification of", removeUserTwoFactor, "user.remove_two_factor"],
  [
    "removing a passkey of",
    (ctx, address) => removeUserPasskey(ctx, { ...address, passkeyId: passkeyOf(address.userId) }),
    "user.remove_passkey",
  ],
  [
    "ending a session of",
    async (ctx, address) => {
      const session = await ctx.db.session.findFirst({ where: { userId: address.userId }, select: { id: true } });
      return endUserSession(ctx, { ...address, sessionId: session?.id ?? "ses_00000000000000000000" });
    },
    "user.end_session",
  ],
];

const passkeyOf = (userId: string) => userId.replace("usr_", "psk_");

/** Gives a user an authenticator app, a trusted browser and a passkey. */
async function equip(ctx: TestRequest, userId: string): Promise<void> {
  const own = { projectId: ctx.project.id, userId };
  const now = ctx.clock.now();
  await ctx.db.user.update({ where: { id: userId }, data: { twoFactorEnabled: true } });
  await ctx.db.twoFactor.create({ data: { ...own, secret: "sealed", enabledAt: now } });
  await ctx.db.backupCode.create({ data: { ...own, id: `bkc_${userId}`, codeHash: new Uint8Array(32) } });
  const device = { ...own, id: `tdv_${userId}`, tokenHash: randomBytes(32), createdAt: now };
  await ctx.db.trustedDevice.create({ data: { ...device, expiresAt: new Date(now.getTime() + 1_000) } });
  const passkey = { ...own, id: passkeyOf(userId), credentialId: userId, publicKey: new Uint8Array(8), name: "Laptop" };
  const kind = { deviceType: "multiDevice", isBackedUp: true, aaguid: "", rpId: "localhost" };
  await ctx.db.passkey.create({ data: { ...passkey, ...kind, createdAt: now } });
}

const signIn = (ctx: TestRequest, email: string) =>
  send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });

const auditOf = async (ctx: Context, targetId: string) => {
  const rows = await ctx.db.auditEvent.findMany({ where: { targetId }, orderBy: { createdAt: "asc" } });
  return rows.map(({ action }) => action);
};

describe("an owner who shuts a user out", () => {
  it("SE-03: ends every session and everything under way immediately; the right password says so, and unbanning lets in anew", async () => {
    const ctx = await makeUserContext();
    const { id: userId, email } = await signUp(ctx);
    const { cookie } = await startFlow(ctx, { kind: "two-factor", userId, data: {}, lifetimeSeconds: 600 });
    await receiveCookies(ctx, Promise.resolve({ cookies: [cookie] }));
    const challenged = await nextRequest({ ...ctx, sessionToken: ctx.received.session?.token ?? null });
    await signedInRequest(ctx);
    const { address, member } = await ownersOf(ctx);
    const developer = await member("developer");
    const banned = await banUser(developer, { ...address, userId });
    expect(banned.bannedAt).toBe(ctx.clock.now().toISOString());
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    expect((await takeFlow(challenged, "two-factor")).flow).toBeNull();
    await expectSignInError(signIn(ctx, email), "BANNED_USER");
    await banUser(developer, { ...address, userId });
    expect((await unbanUser(developer, { ...address, userId })).bannedAt).toBeNull();
    await unbanUser(developer, { ...address, userId });
    await expect(signedInRequest(ctx), "the old session stays dead").rejects.toThrow("nobody is signed in");
    expect(await signIn(ctx, email)).toMatchObject({ user: { id: userId } });
    expect(await auditOf(ctx, userId)).toEqual(["user.ban", "user.unban"]);
    expect(await eventsOf(ctx)).toEqual([
      "session.sign_in accepted",
      "session.sign_in refused banned",
      "user.ban accepted",
      "user.sign_up accepted",
      "user.unban accepted",
    ]);
  });

  it("SE-03: refuses a session that a sign-in made while the ban was under way, then and after it is lifted", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { bannedAt: new Date() } });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    const { address, operator } = await ownersOf(ctx);
    await unbanUser(operator, { ...address, userId });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
  });
});

describe("a ban with an end", () => {
  const DAY = 86_400_000;
  const inDays = (ctx: Context, days: number) => new Date(ctx.clock.now().getTime() + days * DAY);

  it("is lifted by the job once its end has come, and not before; a longer one replaces it", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { id: userId, email } = await signUp(ctx);
    const { address, member, as } = await ownersOf(ctx);
    const developer = await member("developer");
    const worker = await as(WORKER);
    const until = inDays(ctx, 1);
    const banned = await banUser(developer, { ...address, userId, until, reason: "spam" });
    expect(banned).toMatchObject({ bannedUntil: until.toISOString() });
    expect(await banUser(developer, { ...address, userId })).toMatchObject({ bannedUntil: until.toISOString() });
    const longer = await banUser(developer, { ...address, userId, until: inDays(ctx, 2) });
    expect(longer).toMatchObject({ bannedAt: banned.bannedAt, bannedUntil: inDays(ctx, 2).toISOString() });
    const endsAt = inDays(ctx, 2);
    clock.advance(2 * DAY - 1);
    await endDueBans(worker);
    await expectSignInError(signIn(ctx, email), "BANNED_USER");
    clock.advance(1);
    expect(clock.now()).toEqual(endsAt);
    await endDueBans(worker);
    expect(await signIn(ctx, email)).toMatchObject({ user: { id: userId } });
    expect(await showUser(developer, { ...address, userId })).toMatchObject({ bannedAt: null, bannedUntil: null });
    expect(await auditOf(ctx, userId)).toEqual(["user.ban", "user.ban", "user.unban"]);
  });

  it("is kept from ending by a new ban that has none, and refused where it has passed", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { id: userId, email } = await signUp(ctx);
    const { address, member, as } = await ownersOf(ctx);
    const developer = await member("developer");
    const past = banUser(developer, { ...address, userId, until: ctx.clock.now() });
    await expect(past).rejects.toMatchObject({ code: "invalid_request", details: [{ path: "bannedUntil" }] });
    const { projectId } = address;
    const bannedUntil = inDays(ctx, 1).toISOString();
    await updateUserByOwner(developer, { projectId, userId, banned: true, bannedUntil });
    const forEver = await updateUserByOwner(developer, { projectId, userId, banned: true, bannedUntil: null });
    expect(forEver.bannedUntil).toBeNull();
    clock.advance(DAY);
    await endDueBans(await as(WORKER));
    await expectSignInError(signIn(ctx, email), "BANNED_USER");
    for (const wrong of [{ bannedUntil }, { banned: false, bannedUntil }, { banned: true, bannedUntil: "soon" }]) {
      expect(UpdateUserByOwnerInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    }
  });
});

describe("an owner who deletes, signs out or demands", () => {
  it("SE-03: deletes a user with sessions and accounts; the events stay, and the address is free again", async () => {
    const ctx = await makeUserContext();
    const { id: userId, email } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const admin = await member("admin");
    expect(await deleteUserByOwner(admin, { ...address, userId })).toEqual({ id: userId, email });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    await expect(deleteUserByOwner(admin, { ...address, userId })).rejects.toMatchObject({ code: "user_not_found" });
    expect(await ctx.db.account.count({ where: { userId } })).toBe(0);
    expect(await eventsOf(ctx)).toEqual(["user.delete accepted", "user.sign_up accepted"]);
    expect((await signUp(otherBrowser(ctx), email)).id).not.toBe(userId);
  });

  it("SE-03: signs a user out everywhere, who can sign in anew", async () => {
    const ctx = await makeUserContext();
    const { id: userId, email } = await signUp(ctx);
    await signIn(ctx, email);
    const { address, member } = await ownersOf(ctx);
    expect(await endUserSessions(await member("owner"), { ...address, userId })).toEqual({ ended: 2 });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    expect(await signIn(ctx, email)).toMatchObject({ user: { id: userId } });
  });

  it("cannot demand a new password of a user who has none", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    await ctx.db.account.deleteMany({ where: { userId } });
    const { address, operator } = await ownersOf(ctx);
    await expect(requirePasswordReset(operator, { ...address, userId })).rejects.toMatchObject({ code: "conflict" });
  });
});

describe.each(CHANGES)("%s a user", (_words, change, action) => {
  it("is for members who may, and to strangers the project is not there", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    await equip(ctx, userId);
    const { address, member, stranger, as } = await ownersOf(ctx);
    const target = { ...address, userId };
    const viewer = await member("viewer");
    await expect(change(viewer, target)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(stranger, target)).rejects.toMatchObject({ code: "project_not_found" });
    const developer = await member("developer");
    if (developer.actor.kind !== "member") throw new Error("the developer is a member");
    const key = await as(keyActor(developer.actor));
    await expect(change(key, target)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(ctx, target)).rejects.toMatchObject({ code: "unauthorized" });
    const unknown = { ...target, userId: "usr_00000000000000000000" };
    await expect(change(developer, unknown)).rejects.toMatchObject({ code: "user_not_found" });
    const serverKey = (scope: ServerKeyScope, projectId = ctx.project.id) =>
      as({ kind: "server-key", id: "key_of_a_server", projectId, scope });
    await expect(change(await serverKey("read"), target)).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    const foreign = await serverKey("admin", "p_00000000000000000000");
    await expect(change(foreign, target)).rejects.toMatchObject({ code: "project_not_found" });
    expect(await auditOf(ctx, userId)).toEqual([]);
    await signedInRequest(ctx);
    await change(await serverKey("read-write"), target);
    const [audit] = await ctx.db.auditEvent.findMany({ where: { targetId: userId } });
    expect(audit).toMatchObject({ action, actorKind: "server-key", organisationId: address.organisationId });
  });

  it("reaches no user of another project of the same organisation", async () => {
    const [ctx, other] = [await makeUserContext(), await makeUserContext()];
    const { id: userId } = await signUp(other);
    const { address, member } = await ownersOf(ctx);
    await other.db.project.update({
      where: { id: other.project.id },
      data: { organisationId: address.organisationId },
    });
    const attempt = change(await member("owner"), { ...address, userId });
    await expect(attempt).rejects.toMatchObject({ code: "user_not_found" });
    await signedInRequest(other);
  });
});

describe("the owner's list of users", () => {
  it("TI-06: pages through all of them, newest first, and takes no cursor of another list or of one's own making", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const made: { at: number; id: string }[] = [];
    for (let i = 0; i < 5; i += 1) {
      made.push({ at: clock.now().getTime(), id: (await signUp(otherBrowser(ctx))).id });
      // Two share a moment, so that the order of those is the id's.
      if (i !== 2) clock.advance(1_000);
    }
    const { address, member } = await ownersOf(ctx);
    const viewer = await member("viewer");
    const seen: string[] = [];
    const cursors: string[] = [];
    let before: string | undefined;
    do {
      const page = await listUsersByOwner(viewer, { ...address, limit: 2, ...(before && { before }) });
      seen.push(...page.items.map(({ id }) => id));
      before = page.nextCursor ?? undefined;
      if (before) cursors.push(before);
    } while (before);
    const inOrder = made.sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    expect(seen).toEqual(inOrder.map(({ id }) => id));
    const [cursor = ""] = cursors;
    const [position = "", mac = ""] = cursor.split("~");
    const other = await ownersOf(await makeUserContext());
    const moved = Buffer.from(`2026-01-01T00:00:00.000Z~' or 1=1 --`).toString("base64url");
    const bad = ["", "~", position, `${position}~`, `${moved}~${mac}`, `${position}~${mac}x`, "' or 1=1 --"];
    for (const forged of bad) {
      const list = listUsersByOwner(viewer, { ...address, limit: 2, before: forged });
      await expect(list, forged).rejects.toMatchObject({ code: "invalid_request" });
    }
    const elsewhere = listUsersByOwner(other.operator, { ...other.address, limit: 2, before: cursor });
    await expect(elsewhere).rejects.toMatchObject({ code: "invalid_request" });
    const filtered = listUsersByOwner(viewer, { ...address, search: "a", limit: 2, before: cursor });
    await expect(filtered).rejects.toMatchObject({ code: "invalid_request" });
    const strangers = listUsersByOwner(other.stranger, { ...address, limit: 2 });
    await expect(strangers).rejects.toMatchObject({ code: "project_not_found" });
  });

  it("shows how a user signs in, and neither hash nor secret", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const shown = await showUser(await member("viewer"), { ...address, userId });
    expect(shown).toMatchObject({
      accounts: [{ provider: "credential", accountId: userId }],
      password: { mustReset: false },
      lastSignInAt: ctx.clock.now().toISOString(),
      sessions: [{ factors: ["password"], ipAddress: "192.0.2.1", userAgent: "test" }],
      passkeys: [],
      twoFactor: null,
      mails: [{ kind: "email-verification", status: "queued", failure: null, sentAt: null }],
    });
    await equip(ctx, userId);
    const equipped = await showUser(await member("viewer"), { ...address, userId });
    expect(equipped).toMatchObject({
      passkeys: [{ name: "Laptop" }],
      twoFactor: { backupCodes: 1 },
      trustedBrowsers: 1,
    });
    expect(JSON.stringify(equipped)).not.toMatch(/argon2|hash|sealed|publicKey/i);
  });
});

describe("the time of the last sign-in", () => {
  it("is that of the newest session, also after it has ended, and not that of a session which came of another", async () => {
    const clock = new FixedClock();
    const ctx = await makeUserContext({ clock });
    const { id: userId, email } = await signUp(ctx);
    const { address, operator } = await ownersOf(ctx);
    const lastSignIn = async () => (await showUser(operator, { ...address, userId })).lastSignInAt;
    clock.advance(60_000);
    const input = { currentPassword: PASSWORD, newPassword: `${PASSWORD} again`, revokeOtherSessions: true };
    await send(await signedInRequest(ctx), changePassword, input);
    expect(await lastSignIn()).toBe("2026-03-01T09:30:00.000Z");
    await send(otherBrowser(ctx), signInWithPassword, { email, password: `${PASSWORD} again` });
    await endUserSessions(operator, { ...address, userId });
    expect(await lastSignIn()).toBe("2026-03-01T09:31:00.000Z");
  });

  it("keeps no sign-in waiting for a change of its user", async () => {
    const ctx = await makeUserContext();
    const { id, email } = await signUp(ctx);
    const db = await workerDatabase();
    await db.$transaction(async (tx) => {
      await tx.$queryRaw`select id from end_user where id = ${id} for no key update`;
      expect(await signIn(ctx, email)).toMatchObject({ user: { id } });
    });
  });
});

describe("creating a user", () => {
  const create = (ctx: ServiceContext, projectId: string, fields: Record<string, unknown>) =>
    createUserByOwner(ctx, { ...CreateUserByOwnerInput.parse(fields), projectId });

  it("makes one who signs in with the given password, without an email, though sign-ups are off", async () => {
    const ctx = await makeUserContext({ settings: { methods: { signUp: false } } });
    const { address, member } = await ownersOf(ctx);
    const { projectId } = address;
    const email = newEmail();
    const fields = { email: email.toUpperCase(), name: "Ada", emailVerified: true, password: PASSWORD };
    const made = await create(await member("developer"), projectId, fields);
    expect(made).toMatchObject({ email, name: "Ada", emailVerified: true, lastSignInAt: null, bannedAt: null });
    expect(await signIn(ctx, email)).toMatchObject({ user: { id: made.id } });
    expect(await auditOf(ctx, made.id)).toEqual(["user.create"]);
    expect(await eventsOf(ctx)).toEqual(["session.sign_in accepted", "user.create accepted"]);
    expect(await ctx.db.mailMessage.count({ where: { projectId } })).toBe(0);
  });

  it("mails a link that sets a password once and proves the address, in the language asked for", async () => {
    const ctx = await makeUserContext();
    const { address, member } = await ownersOf(ctx);
    const { projectId } = address;
    const email = newEmail();
    const made = await create(await member("developer"), projectId, { email, sendPasswordLink: true, locale: "de" });
    const mail = await ctx.db.mailMessage.findFirstOrThrow({ where: { projectId } });
    expect(mail).toMatchObject({ kind: "account-created", recipient: email, locale: "de" });
    const { link, expiresInMinutes } = await lastMailTo(ctx, email, "account-created");
    expect(expiresInMinutes).toBe(7 * 1_440);
    const { pathname, searchParams } = new URL(link);
    expect(pathname).toBe(`/auth/${projectId}/reset-password`);
    const token = searchParams.get("token") ?? "";
    await resetPassword(ctx, { token, newPassword: PASSWORD });
    expect(await signIn(ctx, email)).toMatchObject({ user: { id: made.id, emailVerified: true } });
    await expectSignInError(resetPassword(ctx, { token, newPassword: PASSWORD }), "INVALID_TOKEN");
  });

  it("mails no link where there is a password, or none is used, or to one mailbox over and over", async () => {
    const ctx = await makeUserContext();
    const { address, member } = await ownersOf(ctx);
    const { projectId } = address;
    const developer = await member("developer");
    const link = { sendPasswordLink: true };
    const refusal = { code: "invalid_request", details: [{ path: "sendPasswordLink" }] };
    const both = create(developer, projectId, { ...link, email: newEmail(), password: PASSWORD });
    await expect(both).rejects.toMatchObject(refusal);
    const email = newEmail();
    for (let n = 0; n < 5; n += 1) {
      const { id: userId } = await create(developer, projectId, { ...link, email });
      await deleteUserByOwner(await member("admin"), { ...address, userId });
    }
    await expect(create(developer, projectId, { ...link, email })).rejects.toMatchObject({ code: "rate_limited" });
    const settings = { methods: { password: false, magicLink: true } };
    await ctx.db.project.update({ where: { id: projectId }, data: { settings } });
    const off = create(developer, projectId, { ...link, email: newEmail() });
    await expect(off).rejects.toMatchObject(refusal);
    expect(await ctx.db.user.count({ where: { projectId } })).toBe(0);
  });

  it("is refused for a taken address, a poor password, a suspended project, a viewer, a key that reads, and strangers", async () => {
    const ctx = await makeUserContext();
    const { email } = await signUp(ctx);
    const { address, member, stranger, as } = await ownersOf(ctx);
    const { projectId } = address;
    const developer = await member("developer");
    await expect(create(developer, projectId, { email })).rejects.toMatchObject({ code: "email_taken" });
    const poor = create(developer, projectId, { email: newEmail(), password: "password" });
    await expect(poor).rejects.toMatchObject({ code: "invalid_request", details: [{ path: "password" }] });
    const fields = { email: newEmail() };
    const viewer = await member("viewer");
    await expect(create(viewer, projectId, fields)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(create(stranger, projectId, fields)).rejects.toMatchObject({ code: "project_not_found" });
    const reader = await as({ kind: "server-key", id: "key_of_a_server", projectId, scope: "read" });
    await expect(create(reader, projectId, fields)).rejects.toMatchObject({ code: "key_scope_too_narrow" });
    await ctx.db.project.update({ where: { id: projectId }, data: { status: "suspended" } });
    await expect(create(developer, projectId, fields)).rejects.toMatchObject({ code: "project_suspended" });
    expect(await ctx.db.user.count({ where: { projectId } })).toBe(1);
    for (const wrong of [{ email: "x" }, { email, id: "usr_1" }, { email, name: "a\nb" }, { email, password: "" }]) {
      expect(CreateUserByOwnerInput.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
    }
  });
});

describe("changing a user", () => {
  it("gives a new address that is unproven, ends mailed proofs, and tells a mailbox that was proven", async () => {
    const ctx = await makeUserContext();
    const { id: userId, email } = await signUp(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { emailVerified: true } });
    const { projectId } = (await ownersOf(ctx)).address;
    expect(await ctx.db.verification.count({ where: { projectId } })).toBe(1);
    const { member } = await ownersOf(ctx);
    const developer = await member("developer");
    const changed = newEmail();
    const after = await updateUserByOwner(developer, { projectId, userId, email: changed });
    expect(after).toMatchObject({ email: changed, emailVerified: false });
    expect(await ctx.db.verification.count({ where: { projectId } })).toBe(0);
    const mails = await ctx.db.mailMessage.findMany({ where: { projectId, kind: "email-changed" } });
    expect(mails).toMatchObject([{ recipient: email }]);
    await signedInRequest(ctx);
    expect(await signIn(ctx, changed)).toMatchObject({ user: { id: userId } });
    const [audit] = await ctx.db.auditEvent.findMany({ where: { targetId: userId } });
    expect(audit?.data).toEqual({ projectId, fields: ["email", "emailVerified"] });
    await updateUserByOwner(developer, { projectId, userId, email: changed, emailVerified: false });
    expect(await auditOf(ctx, userId), "what is as it was leaves no row").toEqual(["user.update"]);
  });

  it("does all of it or nothing", async () => {
    const ctx = await makeUserContext();
    const taken = await signUp(otherBrowser(ctx));
    const { id: userId } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const { projectId } = address;
    const developer = await member("developer");
    const both = updateUserByOwner(developer, { projectId, userId, banned: true, email: taken.email });
    await expect(both).rejects.toMatchObject({ code: "email_taken" });
    await ctx.db.account.deleteMany({ where: { userId } });
    const reset = updateUserByOwner(developer, { projectId, userId, name: "Grace", mustResetPassword: true });
    await expect(reset).rejects.toMatchObject({ code: "conflict" });
    await signedInRequest(ctx);
    expect(await auditOf(ctx, userId)).toEqual([]);
    await updateUserByOwner(developer, { projectId, userId, name: "Grace", banned: true });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    await updateUserByOwner(developer, { projectId, userId, banned: false });
    expect(await auditOf(ctx, userId)).toEqual(["user.update", "user.ban", "user.unban"]);
  });

  it("ends the test user whose address is vouched for", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    await ctx.db.user.update({ where: { id: userId }, data: { isTestUser: true } });
    const { address, member } = await ownersOf(ctx);
    const { projectId } = address;
    const after = await updateUserByOwner(await member("developer"), { projectId, userId, emailVerified: true });
    expect(after).toMatchObject({ isTestUser: false, emailVerified: true });
  });
});

describe("removing a factor", () => {
  it("lets the user in without a second step, tells them by mail, and leaves their sessions", async () => {
    const ctx = await makeUserContext();
    const { id: userId, email } = await signUp(ctx);
    await equip(ctx, userId);
    expect(await signIn(ctx, email)).toMatchObject({ twoFactorRedirect: true });
    const { address, member } = await ownersOf(ctx);
    const target = { ...address, userId };
    const developer = await member("developer");
    expect(await removeUserTwoFactor(developer, target)).toMatchObject({ twoFactorEnabled: false });
    await removeUserPasskey(developer, { ...target, passkeyId: passkeyOf(userId) });
    await signedInRequest(ctx);
    expect(await signIn(ctx, email)).toMatchObject({ user: { id: userId } });
    expect(await showUser(developer, target)).toMatchObject({ passkeys: [], twoFactor: null, trustedBrowsers: 0 });
    const mails = await ctx.db.mailMessage.findMany({ where: { recipient: email }, orderBy: { id: "asc" } });
    expect(mails.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["two-factor-disabled", "passkey-removed"]));
    await expect(removeUserTwoFactor(developer, target)).rejects.toMatchObject({ code: "conflict" });
    const again = removeUserPasskey(developer, { ...target, passkeyId: passkeyOf(userId) });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
  });

  it("reaches no session and no passkey of another user of the project", async () => {
    const ctx = await makeUserContext();
    const other = otherBrowser(ctx);
    const [{ id: userId }, theirs] = [await signUp(ctx), await signUp(other)];
    await equip(ctx, theirs.id);
    const { address, member } = await ownersOf(ctx);
    const developer = await member("developer");
    const { session } = await signedInRequest(other);
    const target = { ...address, userId };
    const ended = endUserSession(developer, { ...target, sessionId: session.id });
    await expect(ended).rejects.toMatchObject({ code: "not_found" });
    const removed = removeUserPasskey(developer, { ...target, passkeyId: passkeyOf(theirs.id) });
    await expect(removed).rejects.toMatchObject({ code: "not_found" });
    await endUserSession(developer, { ...address, userId: theirs.id, sessionId: session.id });
    await expect(signedInRequest(other)).rejects.toThrow("nobody is signed in");
    await signedInRequest(ctx);
  });
});

describe("the command line", () => {
  it("lists, shows, bans, unbans, signs out and deletes a user named by address", async () => {
    const ctx = await makeUserContext();
    const { email, id } = await signUp(ctx, newEmail());
    const { operator } = await ownersOf(ctx);
    const run = async (...args: string[]) => {
      const outcome = await runCommand({ ctx: operator }, "user", ...args, "--project", ctx.project.id);
      expect(outcome.stderr).toBe("");
      return outcome.stdout;
    };
    expect(await run("list")).toContain(id);
    expect(await run("list", "--search", "nobody")).not.toContain(id);
    expect(await run("show", email.toUpperCase())).toMatch(/ways to sign in +credential/);
    expect(await run("update", email, "--name", "Grace Hopper")).toContain("Updated");
    expect(await run("list", "--search", "hop")).toContain("Grace Hopper");
    const { sessions } = await showUser(operator, { projectId: ctx.project.id, userId: id });
    expect(await run("end-session", id, sessions[0]?.id ?? "")).toContain("Ended ses_");
    await equip(ctx, id);
    expect(await run("show", id)).toMatch(/two-step verification +on, backup codes left: 1/);
    expect(await run("remove-two-factor", id)).toContain("without a second step");
    expect(await run("remove-passkey", id, passkeyOf(id))).toContain("Removed psk_");
    expect(await run("create", newEmail(), "--verified")).toMatch(/Created .+ \(usr_/);
    expect(await run("send-verification", email)).toMatch(/^Emailed .+\. The link works until .+ UTC\.\n$/);
    expect(await run("send-password-reset", email)).toContain(`Emailed ${email}.`);
    expect(await run("require-reset", email)).toContain("must choose a new password");
    expect(await run("ban", id)).toContain("Banned");
    expect(await run("show", id)).toMatch(/state +banned/);
    expect(await run("unban", id)).toContain("can sign in again");
    expect(await run("end-sessions", id)).toBe("Ended 0 sessions.\n");
    expect(await run("delete", email)).toContain("Deleted");
    const gone = await runCommand({ ctx: operator }, "user", "show", id, "--project", ctx.project.id);
    expect(gone).toMatchObject({ exitCode: 1, stderr: "error: User not found.\n" });
  });
});
