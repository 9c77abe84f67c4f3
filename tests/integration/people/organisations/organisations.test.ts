import { describe, expect, it } from "vitest";
import type { Actor } from "@/lib/core/context";
import { createOrganisation } from "@/lib/people/organisations/create";
import { findOrganisationId } from "@/lib/people/organisations/find";
import { listOrganisations } from "@/lib/people/organisations/list";
import { setFlag } from "@/lib/people/organisations/set-flag";
import { setPlan } from "@/lib/people/organisations/set-plan";
import { showOrganisation } from "@/lib/people/organisations/show";
import { createOrganisation as createTestOrganisation, keyActor, makeContext } from "@/tests/support/context";
import { insertDatabase, insertHost } from "@/tests/support/rows";

const UNKNOWN = "org_00000000000000000000";

async function auditOf(targetId: string, action: string) {
  const { db } = await makeContext();
  return db.auditEvent.findMany({ where: { targetId, action } });
}

describe("an organisation", () => {
  it("starts with the management API switched off, and its making is on record", async () => {
    const ctx = await makeContext();
    const created = await createOrganisation(ctx, { name: "Acme", plan: "pro", hostKind: "dedicated" });
    expect(created).toMatchObject({ name: "Acme", plan: "pro", hostKind: "dedicated", managementApi: false });
    expect(await listOrganisations(ctx)).toContainEqual(created);
    const [event] = await auditOf(created.id, "organisation.create");
    expect(event).toMatchObject({
      organisationId: created.id,
      actorKind: "operator",
      actorId: "test",
      requestId: ctx.requestId,
      address: "192.0.2.1",
    });
  });

  it("shows its use of its plan; the databases under deletion do not count", async () => {
    const ctx = await makeContext();
    const { id } = await createTestOrganisation();
    const { id: hostId } = await insertHost(ctx);
    await insertDatabase(ctx, { organisationId: id, hostId });
    await insertDatabase(ctx, { organisationId: id, hostId, status: "failed" });
    await insertDatabase(ctx, { organisationId: id, hostId, status: "deleting" });
    await insertDatabase(ctx, { organisationId: id, hostId, parentDatabaseId: "db_00000000000000000000" });
    expect(await showOrganisation(ctx, { organisationId: id })).toMatchObject({
      usage: { databases: { used: 2, limit: 200 }, branches: { used: 1, limit: 500 } },
      members: 4,
      activeKeys: 0,
    });
    await expect(showOrganisation(ctx, { organisationId: UNKNOWN })).rejects.toMatchObject({ code: "not_found" });
  });

  it("is put on another plan by the operator, which is on record", async () => {
    const ctx = await makeContext();
    const { id } = await createTestOrganisation();
    expect(await setPlan(ctx, { organisationId: id, plan: "free" })).toMatchObject({ id, plan: "free" });
    expect(await auditOf(id, "organisation.set_plan")).toHaveLength(1);
    await expect(setPlan(ctx, { organisationId: UNKNOWN, plan: "free" })).rejects.toMatchObject({ code: "not_found" });
    expect(await auditOf(UNKNOWN, "organisation.set_plan")).toEqual([]);
  });

  it("of another plan or size is told to the hosts at once", async () => {
    const ctx = await makeContext();
    const { id } = await createTestOrganisation();
    const waiting = () => ctx.db.$queryRaw`select 1 from graphile_worker.jobs where key = 'exchange-with-guards'`;
    await ctx.db.$executeRaw`select graphile_worker.remove_job('exchange-with-guards')`;
    await setPlan(ctx, { organisationId: id, plan: "free", databaseBytes: 1024 ** 3 });
    expect(await waiting()).toHaveLength(1);
  });

  it("gets and loses the management API by the operator, which is on record", async () => {
    const ctx = await makeContext();
    const { id } = await createTestOrganisation({ managementApi: false });
    const set = (isOn: boolean) => setFlag(ctx, { organisationId: id, flag: "management_api", isOn });
    expect(await set(true)).toMatchObject({ managementApi: true });
    expect(await set(false)).toMatchObject({ managementApi: false });
    const events = await auditOf(id, "organisation.set_flag");
    expect(events.map((event) => event.data)).toEqual(
      expect.arrayContaining([
        { flag: "management_api", isOn: true },
        { flag: "management_api", isOn: false },
      ]),
    );
    await expect(setFlag(ctx, { organisationId: UNKNOWN, flag: "management_api", isOn: true })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  it("cannot be changed by its owner or by any key of its own", async () => {
    const { id, member } = await createTestOrganisation({ managementApi: false });
    const actors: Actor[] = [
      member.owner,
      keyActor(member.owner, { managementApi: true }),
      { kind: "anonymous", id: "-" },
    ];
    for (const actor of actors) {
      const ctx = await makeContext({ actor });
      const refused = { code: "missing_permission" };
      const flag = { organisationId: id, flag: "management_api", isOn: true } as const;
      await expect(setFlag(ctx, flag)).rejects.toMatchObject(refused);
      await expect(setPlan(ctx, { organisationId: id, plan: "team" })).rejects.toMatchObject(refused);
      const input = { name: "x", plan: "free", hostKind: "shared" } as const;
      await expect(createOrganisation(ctx, input)).rejects.toMatchObject(refused);
      await expect(listOrganisations(ctx)).rejects.toMatchObject(refused);
    }
    const operator = await makeContext();
    expect(await showOrganisation(operator, { organisationId: id })).toMatchObject({ managementApi: false });
    expect(await auditOf(id, "organisation.set_flag")).toEqual([]);
  });

  it("is shown to its members and does not exist for others", async () => {
    const [own, other] = [await createTestOrganisation(), await createTestOrganisation()];
    const ctx = await makeContext({ actor: own.member.viewer });
    expect(await showOrganisation(ctx, { organisationId: own.id })).toMatchObject({ id: own.id });
    const answers = await Promise.all(
      [other.id, UNKNOWN].map((organisationId) => showOrganisation(ctx, { organisationId }).catch((e: Error) => e)),
    );
    expect(answers[0]).toMatchObject({ code: "not_found" });
    expect(answers[1]).toEqual(answers[0]);
  });

  it("is found by id or exact name; a name that several have is refused with their ids", async () => {
    const ctx = await makeContext();
    const name = `Twin ${ctx.requestId.slice(-8)}`;
    const input = { name, plan: "free", hostKind: "shared" } as const;
    const first = await createOrganisation(ctx, input);
    expect(await findOrganisationId(ctx, name)).toBe(first.id);
    expect(await findOrganisationId(ctx, first.id)).toBe(first.id);
    await expect(findOrganisationId(ctx, name.toLowerCase())).rejects.toMatchObject({ code: "not_found" });
    const second = await createOrganisation(ctx, input);
    await expect(findOrganisationId(ctx, name)).rejects.toThrow(second.id);
  });
});
