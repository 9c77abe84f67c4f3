import { expect, it } from "vitest";
import { recordAudit } from "@/lib/core/audit/record";
import type { AuditAction } from "@/lib/core/audit/resource";
import { createId } from "@/lib/core/ids";
import { sweepOperations } from "@/lib/hosting/operations/sweep";
import { sweepAuditEvents } from "@/lib/people/audit/sweep";
import { sweepBillingEvents } from "@/lib/services/billing/sweep";
import { sweepDeployments } from "@/lib/services/functions/deployments/sweep";
import { createOrganisation, FixedClock, makeContext, random } from "@/tests/support/context";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const DAY_MS = 86_400_000;
const HASH = new Uint8Array(32);

it("OP-L6: audit entries go after the days that are set, but for those that a page reads while their subject is there", async () => {
  const clock = new FixedClock();
  const ctx = { ...(await makeContext({ clock })), auditDays: 30 };
  const { id: organisationId, member } = await createOrganisation();
  const database = await insertDatabase(ctx, { organisationId, hostId: (await insertHost(ctx)).id });
  const projectId = createId("project", random);
  await ctx.db.project.create({ data: { id: projectId, organisationId, name: "Shop", settings: {} } });
  const note = (action: AuditAction, targetId: string) =>
    recordAudit({ ...ctx, actor: member.owner }, { action, organisationId, targetId });
  await note("organisation.rename", organisationId);
  await note("database.reveal_connection_string", database.id);
  await note("database.reveal_connection_string", "db_gone");
  await note("project.suspend", projectId);
  const kept = async () => {
    await sweepAuditEvents(ctx);
    const rows = await ctx.db.auditEvent.findMany({ where: { organisationId }, orderBy: { targetId: "asc" } });
    return rows.map(({ targetId }) => targetId).sort();
  };
  clock.advance(30 * DAY_MS);
  expect(await kept()).toHaveLength(4);
  clock.advance(1);
  expect(await kept()).toEqual([database.id, projectId].sort());
  await ctx.db.project.delete({ where: { id: projectId } });
  expect(await kept()).toEqual([database.id]);
});

it("OP-L6: operations go 90 days after they ended, unless they run or their request can be repeated", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const { id: organisationId } = await createOrganisation();
  const { id: hostId } = await insertHost(ctx);
  const idempotencyRecordId = createId("idempotency", random);
  const record = { principalId: "key", route: "createDatabase", key: idempotencyRecordId, requestHash: HASH };
  await ctx.db.idempotencyRecord.create({ data: { id: idempotencyRecordId, ...record, lockedUntil: clock.now() } });
  const insert = async (row: { status: string; idempotencyRecordId?: string }) => {
    const id = createId("operation", random);
    const finishedAt = row.status === "running" ? null : clock.now();
    await ctx.db.operation.create({
      data: { id, kind: "branch", organisationId, databaseId: "db_1", hostId, finishedAt, ...row },
    });
    return id;
  };
  const [, , running, repeated] = [
    await insert({ status: "done" }),
    await insert({ status: "failed" }),
    await insert({ status: "running" }),
    await insert({ status: "done", idempotencyRecordId }),
  ];
  const kept = async () => {
    await sweepOperations(ctx);
    return (await ctx.db.operation.findMany({ where: { organisationId } })).map(({ id }) => id).sort();
  };
  clock.advance(90 * DAY_MS);
  expect(await kept()).toHaveLength(4);
  clock.advance(1);
  expect(await kept()).toEqual([running, repeated].sort());
  await ctx.db.idempotencyRecord.delete({ where: { id: idempotencyRecordId } });
  expect(await kept()).toEqual([running]);
  await ctx.db.operation.deleteMany({ where: { organisationId } });
});

it("OP-L6: deployments go after a year, once their version is gone", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const { id: organisationId } = await createOrganisation();
  const [projectId, functionId, versionId] = [
    createId("project", random),
    createId("function", random),
    createId("functionVersion", random),
  ];
  const createdAt = clock.now();
  await ctx.db.project.create({ data: { id: projectId, organisationId, name: "Shop", settings: {} } });
  await ctx.db.projectFunction.create({
    data: { id: functionId, projectId, name: "hello", access: "public", createdAt, updatedAt: createdAt },
  });
  const common = { functionId, number: 1, sha256: HASH, bundleBytes: 1, createdAt };
  await ctx.db.functionVersion.create({ data: { id: versionId, ...common } });
  for (const status of ["superseded", "failed", "building"]) {
    for (const version of [versionId, null]) {
      const by = { actorKind: "member", actorId: "mem_1", message: status };
      const id = createId("functionDeployment", random);
      await ctx.db.functionDeployment.create({ data: { id, versionId: version, status, ...common, ...by } });
    }
  }
  const kept = async () => {
    await sweepDeployments(ctx);
    return ctx.db.functionDeployment.count({ where: { functionId } });
  };
  clock.advance(365 * DAY_MS);
  expect(await kept()).toBe(6);
  clock.advance(1);
  expect(await kept()).toBe(4);
  await ctx.db.functionVersion.delete({ where: { id: versionId } });
  expect(await kept()).toBe(2);
});

it("OP-L6: events of the billing provider go after 400 days", async () => {
  const clock = new FixedClock();
  const ctx = await makeContext({ clock });
  const subscriptionId = createId("request", random);
  const event = { subscriptionId, type: "subscription.updated", providerAt: clock.now(), bodySha256: HASH };
  await ctx.db.billingEvent.create({ data: { id: subscriptionId, ...event, receivedAt: clock.now() } });
  const kept = async () => {
    await sweepBillingEvents(ctx);
    return ctx.db.billingEvent.count({ where: { subscriptionId } });
  };
  clock.advance(400 * DAY_MS);
  expect(await kept()).toBe(1);
  clock.advance(1);
  expect(await kept()).toBe(0);
});
