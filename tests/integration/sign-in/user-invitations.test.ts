import { describe, expect, it } from "vitest";
import { JoinForm, postJoinForm } from "@/lib/hosted-pages/forms/join";
import { sweepProofs } from "@/lib/sign-in/mailbox/sweep";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { acceptUserInvitation } from "@/lib/sign-in/user-invitations/accept";
import { findUserInvitation } from "@/lib/sign-in/user-invitations/find";
import { InviteUserInput, inviteUser } from "@/lib/sign-in/user-invitations/invite";
import { ListUserInvitationsInput, listUserInvitations } from "@/lib/sign-in/user-invitations/list";
import { resendUserInvitation } from "@/lib/sign-in/user-invitations/resend";
import { revokeUserInvitation } from "@/lib/sign-in/user-invitations/revoke";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { tokenOf, twentyAtOnce } from "@/tests/support/mailed-proof";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest, submit, type TestRequest } from "@/tests/support/test-browser";

const DAY = 86_400_000;
const CLOSED = { methods: { signUp: false } };

/** A project whose owner has invited an address, and the link's token. */
async function invited(settings: object = CLOSED, more: object = {}) {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ clock, settings });
  const owners = await ownersOf(ctx);
  const developer = await owners.member("developer");
  const email = newEmail();
  const invite = async (input: object = more, to = email) => {
    // The newest mail is told by its time.
    clock.advance(1);
    const given = { ...InviteUserInput.parse({ email: to, ...input }), projectId: ctx.project.id };
    const invitation = await inviteUser(developer, given);
    return { invitation, token: await tokenTo(ctx, to) };
  };
  return { ctx, clock, developer, email, invite, ...owners, ...(await invite()) };
}

const tokenTo = async (ctx: TestRequest, email: string) =>
  tokenOf((await lastMailTo(ctx, email, "user-invitation")).link);

const accept = (ctx: TestRequest, token: string, more: object = {}) =>
  submit(ctx, postJoinForm, JoinForm.parse({ token, name: "Ada", ...more }));

const auditOf = async (ctx: TestRequest, targetId: string) => {
  const rows = await ctx.db.auditEvent.findMany({ where: { targetId }, orderBy: { createdAt: "asc" } });
  return rows.map(({ action }) => action);
};

describe("an invitation of a user", () => {
  it("creates a proven user with a password, though sign-ups are off, and signs them in", async () => {
    const { ctx, email, token, invitation, developer } = await invited();
    expect(await accept(ctx, token, { password: PASSWORD })).toEqual({ page: "return", query: {} });
    const { session } = await signedInRequest(ctx);
    expect(session.user).toMatchObject({ email, name: "Ada", emailVerified: true });
    expect(session.factors).toEqual(["magic-link"]);
    const again = send(otherBrowser(ctx), signInWithPassword, { email, password: PASSWORD });
    expect(await again).toMatchObject({ user: { id: session.user.id } });
    const { items } = await listUserInvitations(developer, {
      ...ListUserInvitationsInput.parse({}),
      projectId: ctx.project.id,
    });
    expect(items).toEqual([]);
    expect(await auditOf(ctx, invitation.id)).toEqual(["user_invitation.create"]);
    expect(await eventsOf(ctx)).toContain("user.sign_up accepted");
  });

  it("leads who wants a passkey to their account, and on to the address that the owner named", async () => {
    const app = "https://app.example.com";
    const { ctx, token } = await invited({ ...CLOSED, allowedOrigins: [app] }, { redirectTo: `${app}/welcome` });
    expect(await accept(ctx, token, { password: "", without: "password" })).toEqual({
      page: "account",
      query: { redirect_to: `${app}/welcome` },
    });
    const { user } = (await signedInRequest(ctx)).session;
    expect(await ctx.db.account.count({ where: { userId: user.id } })).toBe(0);
  });

  it("takes no poor password and no missing one where it is the only way in, and stays good", async () => {
    const methods = { ...CLOSED.methods, magicLink: false, emailOtp: false, passkey: false };
    const { ctx, token } = await invited({ methods });
    await expectSignInError(accept(ctx, token, { password: "short" }), "PASSWORD_TOO_SHORT");
    await expectSignInError(accept(ctx, token, { password: "", without: "password" }), "PASSWORD_TOO_SHORT");
    expect(await accept(ctx, token, { password: PASSWORD })).toMatchObject({ page: "return" });
  });

  it("sets no password where the project has none", async () => {
    const { ctx, token } = await invited({ methods: { ...CLOSED.methods, password: false, passkey: false } });
    expect(await accept(ctx, token, { password: PASSWORD })).toMatchObject({ page: "return" });
    expect(await ctx.db.account.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("used twice, and by twenty at once, creates one user", async () => {
    const { ctx, token } = await invited();
    const outcomes = await twentyAtOnce(() => accept(otherBrowser(ctx), token, { without: "password" }));
    expect(outcomes.done).toBe(1);
    expect(await ctx.db.user.count({ where: { projectId: ctx.project.id } })).toBe(1);
    expect(await ctx.db.session.count({ where: { projectId: ctx.project.id } })).toBe(1);
    await expectSignInError(accept(otherBrowser(ctx), token), "INVALID_TOKEN");
    expect(await eventsOf(ctx)).toContain("user.sign_up refused no_such_link");
  });

  it("ends after seven days, and is swept", async () => {
    const { ctx, clock, token, developer } = await invited();
    clock.advance(7 * DAY - 1_000);
    expect(await findUserInvitation(ctx, token)).not.toBeNull();
    clock.advance(1_000);
    expect(await findUserInvitation(ctx, token)).toBeNull();
    await expectSignInError(accept(ctx, token, { password: PASSWORD }), "INVALID_TOKEN");
    await sweepProofs({ ...developer, clock: { now: () => new Date(clock.now().getTime() + 1_000) } });
    expect(await ctx.db.userInvitation.count({ where: { projectId: ctx.project.id } })).toBe(0);
  });

  it("is of its project alone, and its token passes for no other kind of link", async () => {
    const [one, other] = [await invited(), await invited()];
    expect(await findUserInvitation(other.ctx, one.token)).toBeNull();
    await expectSignInError(accept(other.ctx, one.token, { password: PASSWORD }), "INVALID_TOKEN");
    for (const made of ["", "x".repeat(64), "../../x", "%00"]) {
      expect(await findUserInvitation(one.ctx, made)).toBeNull();
    }
    const hash = await one.ctx.db.verification.count({ where: { projectId: one.ctx.project.id } });
    expect(hash).toBe(0);
  });

  it("is accepted by nobody who is signed in", async () => {
    const { ctx, token } = await invited({});
    const browser = otherBrowser(ctx);
    await signUp(browser);
    await expectSignInError(accept(await signedInRequest(browser), token, { password: PASSWORD }), "BAD_REQUEST");
    expect(await findUserInvitation(ctx, token)).not.toBeNull();
  });

  it("neither signs in nor changes the user who got the address in another way meanwhile", async () => {
    const { ctx, token, email } = await invited({});
    const { id: userId } = await signUp(otherBrowser(ctx), email);
    await expectSignInError(
      accept(ctx, token, { password: "another good long one" }),
      "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
    );
    expect(await ctx.db.session.count({ where: { userId } })).toBe(1);
    expect(await ctx.db.user.findUnique({ where: { id: userId } })).toMatchObject({ emailVerified: false });
  });

  it("replaces the one before it, and so does sending it again; each ends the earlier link", async () => {
    const { ctx, clock, invite, email, token: first, developer } = await invited();
    const { invitation, token: second } = await invite();
    clock.advance(1);
    const address = { projectId: ctx.project.id, invitationId: invitation.id };
    const resent = await resendUserInvitation(developer, address);
    expect(resent).toMatchObject({ id: invitation.id, sentAt: clock.now().toISOString() });
    const third = await tokenTo(ctx, email);
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await findUserInvitation(ctx, first)).toBeNull();
    expect(await findUserInvitation(ctx, second)).toBeNull();
    expect(await ctx.db.userInvitation.count({ where: { projectId: ctx.project.id } })).toBe(1);
    expect(await revokeUserInvitation(developer, address)).toEqual({ id: invitation.id, email });
    expect(await findUserInvitation(ctx, third)).toBeNull();
    await expect(revokeUserInvitation(developer, address)).rejects.toMatchObject({ code: "not_found" });
    await expect(resendUserInvitation(developer, address)).rejects.toMatchObject({ code: "not_found" });
    const trace = ["user_invitation.create", "user_invitation.resend", "user_invitation.revoke"];
    expect(await auditOf(ctx, invitation.id)).toEqual(trace);
  });

  it("is refused for a user's address, a foreign redirect, and more than five mails to a mailbox in an hour", async () => {
    const { ctx, invite, token } = await invited();
    await expect(invite({ redirectTo: "https://evil.example/x" })).rejects.toMatchObject({
      code: "invalid_request",
      details: [{ path: "redirectTo" }],
    });
    for (let count = 1; count < 5; count += 1) await invite();
    await expect(invite()).rejects.toMatchObject({ code: "rate_limited", retryAfterSeconds: expect.any(Number) });
    expect(await findUserInvitation(ctx, token)).toBeNull();
    const other = await invited({});
    const { email } = await signUp(otherBrowser(other.ctx));
    await expect(other.invite({}, email)).rejects.toMatchObject({ code: "email_taken" });
  });

  it("is for members who may write, and to strangers it is not there", async () => {
    const { ctx, invitation, member, stranger, as } = await invited();
    const address = { projectId: ctx.project.id, invitationId: invitation.id };
    const input = { projectId: ctx.project.id, ...InviteUserInput.parse({ email: newEmail() }) };
    const viewer = await member("viewer");
    const reader = await as({ kind: "server-key", id: "key_of_a_server", projectId: ctx.project.id, scope: "read" });
    for (const [actor, code] of [
      [viewer, "missing_permission"],
      [reader, "key_scope_too_narrow"],
      [stranger, "project_not_found"],
    ] as const) {
      await expect(inviteUser(actor, input)).rejects.toMatchObject({ code });
      await expect(resendUserInvitation(actor, address)).rejects.toMatchObject({ code });
      await expect(revokeUserInvitation(actor, address)).rejects.toMatchObject({ code });
    }
    const list = { ...ListUserInvitationsInput.parse({}), projectId: ctx.project.id };
    expect((await listUserInvitations(reader, list)).items).toMatchObject([{ id: invitation.id }]);
    await expect(listUserInvitations(stranger, list)).rejects.toMatchObject({ code: "project_not_found" });
    const elsewhere = await invited();
    const foreign = { ...address, projectId: elsewhere.ctx.project.id };
    await expect(revokeUserInvitation(elsewhere.developer, foreign)).rejects.toMatchObject({ code: "not_found" });
  });

  it("keeps no token but its hash, and shows none to the owner", async () => {
    const { ctx, token, invitation } = await invited();
    expect(JSON.stringify(invitation)).not.toContain(token);
    const row = await ctx.db.userInvitation.findUniqueOrThrow({ where: { id: invitation.id } });
    expect(JSON.stringify(row)).not.toContain(token);
    expect(await send(ctx, acceptUserInvitation, { token, name: "" })).toMatchObject({ redirectTo: null });
  });

  it("is sent, listed, sent again and revoked on the command line", async () => {
    const { ctx, operator, invitation } = await invited();
    const run = (...args: string[]) => runCommand({ ctx: operator }, "user", ...args, "--project", ctx.project.id);
    const email = newEmail();
    expect((await run("invite", email, "--language", "de")).stdout).toMatch(/^Invited .+ \(uin_/);
    expect((await run("list-invitations")).stdout).toContain(email);
    expect((await run("resend-invitation", invitation.id)).stdout).toContain("again");
    expect((await run("revoke-invitation", invitation.id)).stdout).toContain("Revoked");
    expect((await run("list-invitations")).stdout).not.toContain(invitation.email);
  });
});
