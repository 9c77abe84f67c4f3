import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { startFlow, takeFlow } from "@/lib/sign-in/flows/flow";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { endUserSessions } from "@/lib/sign-in/users/end-sessions";
import { listUsersByOwner } from "@/lib/sign-in/users/list-by-owner";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { showUser } from "@/lib/sign-in/users/show";
import { unbanUser } from "@/lib/sign-in/users/unban";
import type { UserAddress } from "@/lib/sign-in/users/user-address";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock, keyActor } from "@/tests/support/context";
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
];

const signIn = (ctx: TestRequest, email: string) =>
  send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });

const auditOf = async (ctx: Context, targetId: string) => {
  const rows = await ctx.db.auditEvent.findMany({ where: { targetId }, orderBy: { createdAt: "asc" } });
  return rows.map(({ action }) => action);
};

describe("an owner who shuts a user out", () => {
  it("SE-03: ends every session and what is under way at once; the right password says so, and unbanning lets in anew", async () => {
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

describe("an owner who deletes, signs out or demands", () => {
  it("SE-03: deletes a user with sessions and accounts; the events stay, and the address is free again", async () => {
    const ctx = await makeUserContext();
    const { id: userId, email } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const admin = await member("admin");
    expect(await deleteUserByOwner(admin, { ...address, userId })).toEqual({ id: userId, email });
    await expect(signedInRequest(ctx)).rejects.toThrow("nobody is signed in");
    await expect(deleteUserByOwner(admin, { ...address, userId })).rejects.toMatchObject({ code: "not_found" });
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

  it("cannot demand a new password of who has none", async () => {
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
    const { address, member, stranger, as } = await ownersOf(ctx);
    const target = { ...address, userId };
    const viewer = await member("viewer");
    await expect(change(viewer, target)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(stranger, target)).rejects.toMatchObject({ code: "not_found" });
    const { actor } = stranger;
    if (actor.kind !== "member") throw new Error("the stranger is a member");
    const own = { ...target, organisationId: actor.organisationId };
    await expect(change(stranger, own)).rejects.toMatchObject({ code: "project_not_found" });
    const developer = await member("developer");
    if (developer.actor.kind !== "member") throw new Error("the developer is a member");
    const key = await as(keyActor(developer.actor));
    await expect(change(key, target)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(change(ctx, target)).rejects.toMatchObject({ code: "unauthorized" });
    const unknown = { ...target, userId: "usr_00000000000000000000" };
    await expect(change(developer, unknown)).rejects.toMatchObject({ code: "not_found" });
    expect(await auditOf(ctx, userId)).toEqual([]);
    await signedInRequest(ctx);
    await change(developer, target);
    expect(await auditOf(ctx, userId)).toEqual([action]);
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
    await expect(attempt).rejects.toMatchObject({ code: "not_found" });
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
    const filtered = listUsersByOwner(viewer, { ...address, email: "a", limit: 2, before: cursor });
    await expect(filtered).rejects.toMatchObject({ code: "invalid_request" });
    const strangers = listUsersByOwner(other.stranger, { ...address, limit: 2 });
    await expect(strangers).rejects.toMatchObject({ code: "not_found" });
  });

  it("shows how a user signs in, and neither hash nor secret", async () => {
    const ctx = await makeUserContext();
    const { id: userId } = await signUp(ctx);
    const { address, member } = await ownersOf(ctx);
    const shown = await showUser(await member("viewer"), { ...address, userId });
    expect(shown).toMatchObject({ providers: ["credential"], sessions: 1, passkeys: 0, mustResetPassword: false });
    expect(JSON.stringify(shown)).not.toMatch(/argon2|hash/i);
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
    expect(await run("list", "--email", "nobody")).not.toContain(id);
    expect(await run("show", email.toUpperCase())).toMatch(/ways to sign in +credential/);
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
