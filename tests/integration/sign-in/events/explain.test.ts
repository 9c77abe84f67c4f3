import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { endLock } from "@/lib/sign-in/explain/end-lock";
import { explainSignIn } from "@/lib/sign-in/explain/explain";
import { listTimeline } from "@/lib/sign-in/explain/list-timeline";
import { sendProofByOwner } from "@/lib/sign-in/explain/send-proof";
import { liftBounce } from "@/lib/sign-in/mail/bounces/lift";
import { resetPassword } from "@/lib/sign-in/password/reset";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { banUser } from "@/lib/sign-in/users/ban";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { requirePasswordReset } from "@/lib/sign-in/users/require-reset";
import { runCommand } from "@/tests/support/command-line";
import { lastMailTo } from "@/tests/support/mailbox";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";

const wrong = (ctx: TestRequest, email: string) =>
  send(otherBrowser(ctx), signInWithPassword, { email, password: "not the password" }).catch(() => null);

async function projectOf(settings: object = {}) {
  const ctx = await makeUserContext({ settings });
  const user = await signUp(ctx);
  const owners = await ownersOf(ctx);
  const viewer = await owners.member("viewer");
  const explain = async (about: string, by: Context = viewer) => {
    const told = await explainSignIn(by, { ...owners.address, about });
    return { ...told, blocking: told.findings.filter(({ isBlocking }) => isBlocking).map(({ id }) => id) };
  };
  return { ctx, user, ...owners, explain };
}

describe("why somebody could not get in", () => {
  it("is told for an account that nothing keeps out, with its last attempts and mails", async () => {
    const { ctx, user, explain } = await projectOf();
    await wrong(ctx, user.email);
    const told = await explain(user.email.toUpperCase());
    expect(told).toMatchObject({ email: user.email, user: { id: user.id }, blocking: [] });
    expect(told.findings[0]?.id).toBe("fine");
    const titles = told.timeline.map((entry) => (entry.kind === "event" ? entry.event.title : entry.title));
    expect(titles).toEqual(
      expect.arrayContaining(["Wrong password", "Verification email is waiting to be sent", "Signed up"]),
    );
  });

  it("is told for an address without an account, and for one whose account was deleted", async () => {
    const { ctx, user, address, operator, explain } = await projectOf();
    const email = newEmail();
    await wrong(ctx, email);
    const unknown = await explain(email);
    expect(unknown).toMatchObject({ user: null, blocking: ["no-account"] });
    expect(unknown.timeline).toMatchObject([
      { event: { title: "No account", advice: expect.stringContaining("typing") } },
    ]);
    await deleteUserByOwner(operator, { ...address, userId: user.id });
    expect((await explain(user.email)).blocking).toEqual(["no-account"]);
  });

  it("is told for a ban, an unverified address, a reset that is due, and ways that are off", async () => {
    const { user, address, operator, explain } = await projectOf();
    await banUser(operator, { ...address, userId: user.id });
    const banned = await explain(user.email);
    expect(banned.blocking).toEqual(["banned"]);
    expect(banned.findings[0]).toMatchObject({
      remedy: "lift-ban",
      sentence: "The account was banned by the operator.",
    });
    const strict = await projectOf({ requireVerifiedEmail: true });
    expect((await strict.explain(strict.user.email)).blocking).toEqual(["unverified"]);
    const due = await projectOf();
    await requirePasswordReset(due.operator, { ...due.address, userId: due.user.id });
    expect((await due.explain(due.user.email)).blocking).toEqual(["reset"]);
    const off = await projectOf();
    const settings = { methods: { password: false, magicLink: false, emailOtp: false } };
    await off.ctx.db.project.update({ where: { id: off.address.projectId }, data: { settings } });
    expect((await off.explain(off.user.email)).blocking).toEqual(["methods"]);
  });

  it("is told for one request, and finds nothing of a request that is unknown", async () => {
    const { ctx, user, explain } = await projectOf();
    const requestId = "req_of-the-one-who-asks";
    await wrong({ ...ctx, requestId }, user.email);
    const told = await explain(requestId);
    expect(told).toMatchObject({ email: user.email, requestId, findings: [] });
    expect(told.timeline).toMatchObject([{ event: { reason: "wrong_password" } }]);
    expect((await explain("req_unknown")).timeline).toEqual([]);
  });

  it("is for the project's members and the operator's command line", async () => {
    const { ctx, user, address, stranger, operator, explain } = await projectOf();
    await expect(explain(user.email, stranger)).rejects.toMatchObject({ code: "not_found" });
    const { actor } = stranger;
    const organisationId = actor.kind === "member" ? actor.organisationId : "";
    const crossed = explainSignIn(stranger, { ...address, organisationId, about: user.email });
    await expect(crossed).rejects.toMatchObject({ code: "project_not_found" });
    await wrong(ctx, user.email);
    const { stdout } = await runCommand({ ctx: operator }, "user", "why", user.email, "--project", ctx.project.id);
    expect(stdout).toContain("Nothing keeps this account out now.");
    expect(stdout).toContain("Sign-in: Wrong password");
  });

  it("is told for an address that bounced, which can be emailed again", async () => {
    const { user, address, operator, explain } = await projectOf();
    const row = { projectId: address.projectId, address: user.email, code: "5.1.1", reason: "no such user" };
    await operator.db.bouncingAddress.create({ data: { ...row, createdAt: operator.clock.now() } });
    const { findings } = await explain(user.email);
    expect(findings).toContainEqual(expect.objectContaining({ id: "mail", remedy: "lift-bounce" }));
    await liftBounce(operator, { ...address, address: user.email });
    expect((await explain(user.email)).findings.map(({ id }) => id)).not.toContain("mail");
  });

  it("has every attempt and email of a user in one order, with its request, its reason and the remedy", async () => {
    const { ctx, user, address, member, stranger } = await projectOf();
    await wrong({ ...ctx, requestId: "req_of-the-wrong-one" }, user.email);
    const input = { ...address, email: user.email };
    const timeline = await listTimeline(await member("viewer"), input);
    expect(timeline.map(({ at }) => at)).toEqual(
      timeline
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(timeline.map(({ kind }) => kind).toSorted()).toEqual(["event", "event", "mail"]);
    expect(timeline).toContainEqual(
      expect.objectContaining({
        event: expect.objectContaining({
          title: "Wrong password",
          requestId: "req_of-the-wrong-one",
          remedy: "send-reset",
        }),
      }),
    );
    await expect(listTimeline(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const { actor } = stranger;
    const organisationId = actor.kind === "member" ? actor.organisationId : "";
    await expect(listTimeline(stranger, { ...input, organisationId })).rejects.toMatchObject({
      code: "project_not_found",
    });
  });

  it("a developer mails a user the link to verify or to reset, which works and is recorded, 5 times an hour", async () => {
    const { ctx, user, address, member, stranger } = await projectOf();
    const developer = await member("developer");
    const input = { projectId: address.projectId, userId: user.id, kind: "password-reset" } as const;
    await expect(sendProofByOwner(await member("viewer"), input)).rejects.toMatchObject({ code: "missing_permission" });
    await expect(sendProofByOwner(stranger, input)).rejects.toMatchObject({ code: "project_not_found" });
    await sendProofByOwner(developer, input);
    const sent = await listTimeline(developer, { ...address, email: user.email });
    expect(sent).toContainEqual(
      expect.objectContaining({ event: expect.objectContaining({ title: "Was sent a reset email" }) }),
    );
    const { link } = await lastMailTo(ctx, user.email, "password-reset");
    const token = new URL(link ?? "").searchParams.get("token") ?? "";
    await resetPassword(otherBrowser(ctx), { token, newPassword: "another horse battery staple" });
    const signedIn = { email: user.email, password: "another horse battery staple" };
    await send(otherBrowser(ctx), signInWithPassword, signedIn);
    // The mailbox is proven by the reset already.
    const verification = { ...input, kind: "email-verification" } as const;
    await expect(sendProofByOwner(developer, verification)).rejects.toMatchObject({ code: "conflict" });
    const where = { targetId: user.id, action: "user.send_proof" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
    for (let sent = 1; sent < 5; sent += 1) await sendProofByOwner(developer, input);
    await expect(sendProofByOwner(developer, input)).rejects.toMatchObject({ code: "rate_limited" });
  });

  it("a lock is ended by a developer, which is recorded, but not by a viewer or a stranger", async () => {
    const { ctx, user, address, member, stranger } = await projectOf({
      limits: { wrongPerAccount: { limit: 1, windowSeconds: 600 } },
    });
    const right = () => send(otherBrowser(ctx), signInWithPassword, { email: user.email, password: PASSWORD });
    await wrong(ctx, user.email);
    await expect(right()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
    const input = { ...address, email: user.email };
    await expect(endLock(await member("viewer"), input)).rejects.toMatchObject({ code: "missing_permission" });
    const { actor } = stranger;
    const organisationId = actor.kind === "member" ? actor.organisationId : "";
    await expect(endLock(stranger, { ...input, organisationId })).rejects.toMatchObject({ code: "project_not_found" });
    await endLock(await member("developer"), input);
    await right();
    expect(await ctx.db.auditEvent.count({ where: { action: "user.end_lock", targetId: address.projectId } })).toBe(1);
  });
});
