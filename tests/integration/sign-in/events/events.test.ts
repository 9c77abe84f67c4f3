import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { ExportSecurityEventsInput, exportSecurityEvents } from "@/lib/sign-in/events/export";
import { ListSecurityEventsInput, listSecurityEvents } from "@/lib/sign-in/events/list";
import { sweepSecurityEvents } from "@/lib/sign-in/events/sweep";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { runCommand } from "@/tests/support/command-line";
import { FixedClock } from "@/tests/support/context";
import { ownersOf } from "@/tests/support/project-members";
import { eventsOf, expectSignInError, makeUserContext, newEmail, PASSWORD, signUp } from "@/tests/support/sign-in";
import { otherBrowser, send } from "@/tests/support/test-browser";

const DAY_MS = 86_400_000;

const list = (ctx: Context, input: object) => listSecurityEvents(ctx, ListSecurityEventsInput.parse(input));

async function projectWithEvents() {
  const clock = new FixedClock();
  const ctx = await makeUserContext({ clock });
  const user = await signUp(ctx);
  clock.advance(1_000);
  const wrong = send(otherBrowser(ctx), signInWithPassword, { email: user.email, password: "not the password" });
  await expectSignInError(wrong, "INVALID_EMAIL_OR_PASSWORD");
  clock.advance(1_000);
  const unknown = send(otherBrowser(ctx), signInWithPassword, { email: newEmail(), password: PASSWORD });
  await expectSignInError(unknown, "INVALID_EMAIL_OR_PASSWORD");
  clock.advance(1_000);
  await send(otherBrowser(ctx), signInWithPassword, { email: user.email, password: PASSWORD });
  return { ctx, clock, user, ...(await ownersOf(ctx)) };
}

describe("a project's security events", () => {
  it("LG-03: tell actor, action, time, address, request and reason, newest first", async () => {
    const { ctx, user, address, member } = await projectWithEvents();
    const { items, nextCursor } = await list(await member("viewer"), address);
    expect(nextCursor).toBeNull();
    expect(items.map(({ kind, outcome, reason, userId }) => [kind, outcome, reason, userId])).toEqual([
      ["session.sign_in", "accepted", null, user.id],
      ["session.sign_in", "refused", "unknown_user", null],
      ["session.sign_in", "refused", "wrong_password", user.id],
      ["user.sign_up", "accepted", null, user.id],
    ]);
    expect(items[1]).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{20}$/),
      kind: "session.sign_in",
      outcome: "refused",
      reason: "unknown_user",
      userId: null,
      address: "198.51.100.7",
      userAgent: "test",
      requestId: ctx.requestId,
      email: expect.stringContaining("@example.com"),
      method: "password",
      data: { factor: "password", email: expect.stringContaining("@example.com") },
      createdAt: "2026-03-01T09:30:02.000Z",
    });
  });

  it("are found by user, kind and outcome, and page by page", async () => {
    const { user, address, member } = await projectWithEvents();
    const ctx = await member("developer");
    const refused = await list(ctx, { ...address, userId: user.id, outcome: "refused" });
    expect(refused.items.map(({ reason }) => reason)).toEqual(["wrong_password"]);
    const signedUp = await list(ctx, { ...address, kind: "user.sign_up" });
    expect(signedUp.items).toHaveLength(1);
    const first = await list(ctx, { ...address, limit: 3 });
    const second = await list(ctx, { ...address, limit: 3, before: first.nextCursor });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([3, 1, null]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(4);
  });

  it("are found by email, with or without an account, by reason, method, request, address and time", async () => {
    const { ctx, clock, user, address, member } = await projectWithEvents();
    const viewer = await member("viewer");
    const reasons = async (filter: object) =>
      (await list(viewer, { ...address, ...filter })).items.map(({ kind, reason }) => reason ?? kind);
    expect(await reasons({ email: ` ${user.email.toUpperCase()}` })).toEqual([
      "session.sign_in",
      "wrong_password",
      "user.sign_up",
    ]);
    const { items } = await list(viewer, { ...address, reason: "unknown_user" });
    expect(await reasons({ email: items[0]?.email })).toEqual(["unknown_user"]);
    expect(await reasons({ method: "password", outcome: "refused" })).toEqual(["unknown_user", "wrong_password"]);
    expect(await reasons({ method: "passkey" })).toEqual([]);
    expect(await reasons({ group: "users" })).toEqual(["user.sign_up"]);
    expect(await reasons({ group: "sign-ins", outcome: "accepted" })).toEqual(["session.sign_in"]);
    expect(await reasons({ requestId: ctx.requestId })).toHaveLength(4);
    expect(await reasons({ address: "198.51.100.7", since: new Date(clock.now().getTime() - 1_000) })).toEqual([
      "session.sign_in",
      "unknown_user",
    ]);
    expect(await reasons({ address: "198.51.100.8" })).toEqual([]);
  });

  it("are exported as CSV and NDJSON, which the audit log tells", async () => {
    const { ctx, user, address, member, stranger } = await projectWithEvents();
    const viewer = await member("viewer");
    const exported = async (by: Context, input: object) => {
      let text = "";
      const write = async (lines: string) => {
        text += lines;
      };
      await exportSecurityEvents(by, { ...ExportSecurityEventsInput.parse({ ...address, ...input }), write });
      return text;
    };
    const [header, ...lines] = (await exported(viewer, { format: "csv" })).trimEnd().split("\r\n");
    expect(header).toBe("createdAt,kind,outcome,reason,method,email,userId,address,userAgent,requestId,id,data");
    expect(lines).toHaveLength(4);
    const refused = (await exported(viewer, { format: "ndjson", userId: user.id, outcome: "refused" })).trimEnd();
    expect(JSON.parse(refused)).toMatchObject({ reason: "wrong_password", email: user.email });
    const { actor } = stranger;
    const organisationId = actor.kind === "member" ? actor.organisationId : "";
    const taken = exported(stranger, { format: "csv", organisationId });
    await expect(taken).rejects.toMatchObject({ code: "project_not_found" });
    const where = { targetId: ctx.project.id, action: "project.export_events" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(2);
  });

  it("TI-06: take no cursor that was made up, or is of another project or filter", async () => {
    const { user, address, member } = await projectWithEvents();
    const ctx = await member("developer");
    const { nextCursor } = await list(ctx, { ...address, limit: 1 });
    const other = await ownersOf(await makeUserContext());
    const attempts = [
      () => list(ctx, { ...address, before: "x" }),
      () => list(ctx, { ...address, before: `${nextCursor}0` }),
      () => list(ctx, { ...address, before: nextCursor, userId: user.id }),
      () => list(other.operator, { ...other.address, before: nextCursor }),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: "invalid_request" });
  });

  it("are for the project's members and the operator; to strangers the project is not there", async () => {
    const { ctx, address, stranger } = await projectWithEvents();
    await expect(list(stranger, address)).rejects.toMatchObject({ code: "not_found" });
    const { actor } = stranger;
    const organisationId = actor.kind === "member" ? actor.organisationId : "";
    await expect(list(stranger, { ...address, organisationId })).rejects.toMatchObject({ code: "project_not_found" });
    await expect(list(ctx, address)).rejects.toMatchObject({ code: "unauthorized" });
    const key: Context["actor"] = { kind: "server-key", id: "key_1", projectId: ctx.project.id, scope: "admin" };
    await expect(list({ ...ctx, actor: key }, address)).rejects.toMatchObject({ code: "missing_permission" });
  });

  it("outlive the user they tell of, and are on the operator's command line", async () => {
    const { ctx, user, address, operator } = await projectWithEvents();
    await deleteUserByOwner(operator, { ...address, userId: user.id });
    const run = (...args: string[]) =>
      runCommand({ ctx: operator }, "auth-event", "list", "--project", ctx.project.id, ...args);
    const { stdout } = await run("--user", user.id);
    expect(stdout).toMatch(/session\.sign_in +refused +wrong_password/);
    expect(stdout).toMatch(/user\.delete +accepted/);
    expect(stdout).not.toContain("unknown_user");
    const first = (await run("--limit", "1", "--json")).json<{ items: unknown[]; nextCursor: string }>();
    expect(first.items).toHaveLength(1);
    expect((await run("--limit", "1", "--before", first.nextCursor)).stdout).toContain("More: --before");
    expect((await run("--kind", "nonsense")).exitCode).toBe(2);
    expect((await run("--limit", "0")).exitCode).toBe(2);
  });

  it("are forgotten after as many days as the project keeps them", async () => {
    const { ctx, clock } = await projectWithEvents();
    const other = await makeUserContext({ clock, settings: { events: { retentionDays: 200 } } });
    await signUp(other);
    clock.advance(90 * DAY_MS - 1_500);
    await sweepSecurityEvents(ctx);
    expect(await eventsOf(ctx)).toEqual(["session.sign_in accepted", "session.sign_in refused unknown_user"]);
    clock.advance(DAY_MS);
    await sweepSecurityEvents(ctx);
    expect(await eventsOf(ctx)).toEqual([]);
    expect(await eventsOf(other)).toEqual(["user.sign_up accepted"]);
  });
});
