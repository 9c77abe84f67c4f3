import { describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { signInWithPassword } from "@/lib/sign-in/password/sign-in";
import { cancelUserImport } from "@/lib/sign-in/user-imports/cancel";
import { createUserImport } from "@/lib/sign-in/user-imports/create";
import { listUserImports } from "@/lib/sign-in/user-imports/list";
import { runUserImport } from "@/lib/sign-in/user-imports/run/run";
import { startUserImport } from "@/lib/sign-in/user-imports/start";
import { sweepUserImports } from "@/lib/sign-in/user-imports/sweep";
import { ownersOf } from "@/tests/support/project-members";
import { makeUserContext, newEmail, PASSWORD } from "@/tests/support/sign-in";
import { otherBrowser, send, type TestRequest } from "@/tests/support/test-browser";
import { IMPORT, inPieces, ndjson, outcomeOf, takeFile } from "@/tests/support/user-imports";

const PBKDF2 = "$pbkdf2-sha256$2000$sbaW0hojhBBizNkb41xLaQ$7wQvQ3ZXKvx.CqQ/YALwoh1MhiZwmvsJdN6qVfEfWB4";

const countUsers = (ctx: TestRequest) => ctx.db.user.count({ where: { projectId: ctx.project.id } });
const countParts = (ctx: TestRequest) =>
  ctx.db.userImportPart.count({ where: { userImport: { projectId: ctx.project.id } } });

/** A context in which the process ends when `name` is reached for the nth time. */
function dyingAt<Ctx extends Context>(ctx: Ctx, name: string, times: number): Ctx {
  let left = times;
  return {
    ...ctx,
    crashPoint: (reached) => {
      if (reached !== name) return;
      left -= 1;
      if (left === 0) throw new Error("killed");
    },
  };
}

describe("an import of users", () => {
  it("is for administrators and owners, leaves a trace at its start and end, and is nobody else's", async () => {
    const ctx = await makeUserContext();
    const { address, member, stranger, as } = await ownersOf(ctx);
    const { projectId } = address;
    const users = ndjson([{ email: newEmail() }, { email: newEmail() }]);
    for (const role of ["viewer", "developer"] as const) {
      await expect(takeFile(await member(role), projectId, users)).rejects.toMatchObject({
        code: "missing_permission",
      });
    }
    await expect(takeFile(stranger, projectId, users)).rejects.toMatchObject({ code: "project_not_found" });
    const key = (scope: "read-write" | "admin") => as({ kind: "server-key", id: "key", projectId, scope });
    await expect(takeFile(await key("read-write"), projectId, users)).rejects.toMatchObject({
      code: "key_scope_too_narrow",
    });
    const admin = await member("admin");
    const checked = await takeFile(admin, projectId, users, { isDryRun: true });
    expect([checked.status, checked.created, await countUsers(ctx)]).toEqual(["checked", 2, 0]);
    const importAddress = { projectId, importId: checked.id };
    await expect(startUserImport(stranger, importAddress)).rejects.toMatchObject({ code: "project_not_found" });
    await expect(cancelUserImport(await member("developer"), importAddress)).rejects.toMatchObject({
      code: "missing_permission",
    });
    await startUserImport(admin, importAddress);
    await runUserImport(admin, importAddress);
    expect(await outcomeOf(admin, importAddress)).toMatchObject({ status: "done", created: 2 });
    expect([await countUsers(ctx), await countParts(ctx)]).toEqual([2, 0]);
    await expect(startUserImport(admin, importAddress)).rejects.toMatchObject({ code: "conflict" });
    await expect(cancelUserImport(admin, importAddress)).rejects.toMatchObject({ code: "conflict" });
    const where = { targetId: projectId, action: { in: ["user.import", "user.end_import"] } };
    const events = await ctx.db.auditEvent.findMany({ where, orderBy: { id: "asc" }, select: { action: true } });
    expect(events.map(({ action }) => action).sort()).toEqual(["user.end_import", "user.import", "user.import"]);
    expect((await listUserImports(admin, { projectId })).map(({ id }) => id)).toEqual([checked.id]);
    const other = await makeUserContext();
    const elsewhere = { projectId: other.project.id, importId: checked.id };
    await expect(outcomeOf((await ownersOf(other)).operator, elsewhere)).rejects.toMatchObject({ code: "not_found" });
  });

  it.each([
    ["user-import.written", 1],
    ["user-import.written", 3],
    ["user-import.part", 1],
    ["user-import.part", 2],
    ["user-import.part", 4],
  ])("that was killed at %s the %ith time goes on at the same record", async (point, times) => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const projectId = ctx.project.id;
    const users = Array.from({ length: 1_501 }, () => ({ email: newEmail(), passwordHash: PBKDF2 }));
    const lines = ndjson([...users, "nonsense"]);
    const given = { ...IMPORT, projectId, body: inPieces(lines), isRunByCaller: true };
    const { id: importId } = await createUserImport(operator, given);
    const killed = runUserImport(dyingAt(operator, point, times), { projectId, importId });
    await expect(killed).rejects.toThrow("killed");
    const before = await outcomeOf(operator, { projectId, importId });
    expect([await countUsers(ctx), before.done - before.refused]).toEqual([before.created, before.created]);
    await runUserImport(operator, { projectId, importId });
    const after = await outcomeOf(operator, { projectId, importId });
    expect(after).toMatchObject({ status: "done", records: 1_502, done: 1_502, created: 1_501, refused: 1 });
    expect([await countUsers(ctx), await countParts(ctx)]).toEqual([1_501, 0]);
    expect(after.problems).toEqual([{ line: 1_502, field: null, message: "isn't JSON" }]);
  });

  it("that lost its process is queued again, and one that no one starts is deleted", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const projectId = ctx.project.id;
    const given = { ...IMPORT, projectId, body: inPieces(ndjson([{ email: newEmail() }])), isRunByCaller: true };
    const { id: importId } = await createUserImport(operator, given);
    const jobs = () => ctx.db.$queryRaw<unknown[]>`
      select 1 from graphile_worker.jobs where key = ${`import-users:${importId}`}`;
    await sweepUserImports(operator);
    expect(await jobs()).toHaveLength(0);
    await ctx.db.userImport.update({ where: { id: importId }, data: { progressAt: new Date(0) } });
    await sweepUserImports(operator);
    expect(await jobs()).toHaveLength(1);
    await cancelUserImport(operator, { projectId, importId });
    const checked = await takeFile(operator, projectId, ndjson([{ email: newEmail() }]), { isDryRun: true });
    expect(await countParts(ctx)).toBe(1);
    await ctx.db.userImport.update({ where: { id: checked.id }, data: { progressAt: new Date(0) } });
    await sweepUserImports(operator);
    expect(await countParts(ctx)).toBe(0);
    expect(await countUsers(ctx)).toBe(0);
    expect(await outcomeOf(operator, { projectId, importId: checked.id })).toMatchObject({
      status: "failed",
      created: 0,
    });
  });

  it("that is cancelled ends, keeps its imported users, and lets another begin", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const projectId = ctx.project.id;
    const users = Array.from({ length: 1_100 }, () => ({ email: newEmail() }));
    const given = { ...IMPORT, projectId, body: inPieces(ndjson(users)), isRunByCaller: true };
    const { id: importId } = await createUserImport(operator, given);
    await expect(takeFile(operator, projectId, ndjson([{ email: newEmail() }]))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(runUserImport(dyingAt(operator, "user-import.part", 1), { projectId, importId })).rejects.toThrow();
    expect(await cancelUserImport(operator, { projectId, importId })).toMatchObject({
      status: "cancelled",
      created: 500,
    });
    await runUserImport(operator, { projectId, importId });
    expect([await countUsers(ctx), await countParts(ctx)]).toEqual([500, 0]);
    expect(await takeFile(operator, projectId, ndjson([{ email: newEmail() }]))).toMatchObject({ created: 1 });
  });

  it("updates users who are there already when that is asked, and leaves the fields that the file leaves out", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const email = newEmail();
    const take = (user: object) => takeFile(operator, ctx.project.id, ndjson([user]), { existing: "update" });
    expect(await take({ email, externalId: "old-1", name: "Ada", emailVerified: true })).toMatchObject({
      created: 1,
      updated: 0,
    });
    const renamed = newEmail();
    expect(await take({ externalId: "old-1", email: renamed, passwordHash: PBKDF2 })).toMatchObject({ updated: 1 });
    const user = await ctx.db.user.findFirst({ where: { projectId: ctx.project.id } });
    expect(user).toMatchObject({ email: renamed, emailVerified: false, name: "Ada", externalId: "old-1" });
    await take({ email: renamed, accounts: [{ providerId: "github", providerAccountId: "583231" }] });
    const other = { email: newEmail(), accounts: [{ providerId: "github", providerAccountId: "583231" }] };
    expect((await take(other)).problems).toEqual([
      { line: 1, field: "accounts", message: "one of them is that of another user" },
    ]);
    expect(await send(otherBrowser(ctx), signInWithPassword, { email: renamed, password: PASSWORD })).toMatchObject({
      user: { email: renamed, name: "Ada" },
    });
  });

  it("sends no webhooks unless that is asked", async () => {
    const ctx = await makeUserContext();
    const { operator } = await ownersOf(ctx);
    const projectId = ctx.project.id;
    const now = new Date();
    const endpoint = { id: `whe_${newEmail()}`, projectId, url: "https://hooks.example", secret: "sealed" };
    await ctx.db.webhookEndpoint.create({ data: { ...endpoint, createdBy: "test", createdAt: now, updatedAt: now } });
    const events = () => ctx.db.webhookEvent.count({ where: { projectId, type: "user.created" } });
    await takeFile(operator, projectId, ndjson([{ email: newEmail() }]));
    expect(await events()).toBe(0);
    await takeFile(operator, projectId, ndjson([{ email: newEmail() }]), { sendsEvents: true });
    expect(await events()).toBe(1);
  });
});
