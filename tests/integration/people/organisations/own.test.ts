import { describe, expect, it } from "vitest";
import { createOwnOrganisation } from "@/lib/people/organisations/create-own";
import { deleteOrganisation } from "@/lib/people/organisations/delete";
import { renameOrganisation } from "@/lib/people/organisations/rename";
import { createAccount, withSignUp } from "@/tests/support/accounts";
import { createOrganisation, keyActor, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";
import { insertDatabase, insertHost } from "@/tests/support/rows";

describe("an organisation of one's own", () => {
  it("is on the free plan, with its maker as owner, the management API off, and on record", async () => {
    const { ctx, userId } = await createAccount();
    const made = await createOwnOrganisation(ctx, { name: "Acme" });
    expect(made).toMatchObject({ name: "Acme", plan: "free", managementApi: false });
    const members = await ctx.db.member.findMany({ where: { organisationId: made.id } });
    expect(members).toMatchObject([{ userId, role: "owner" }]);
    const events = await ctx.db.auditEvent.findMany({ where: { organisationId: made.id } });
    expect(events).toMatchObject([{ action: "organisation.create", actorKind: "user", actorId: userId }]);
  });

  it("is the operator's to make where nobody signs up by themselves", async () => {
    const { ctx, userId } = await createAccount();
    await withSignUp(ctx, false, async () => {
      await expect(createOwnOrganisation(ctx, { name: "Acme" })).rejects.toMatchObject({ code: "feature_disabled" });
    });
    expect(await ctx.db.member.count({ where: { userId } })).toBe(0);
  });

  it("is one of ten at most, also when twelve are made at once", async () => {
    const { ctx, userId } = await createAccount();
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, number) => createOwnOrganisation(ctx, { name: `Acme ${number}` })),
    );
    const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason.code] : []));
    expect(refused).toEqual(["limit_reached", "limit_reached"]);
    expect(await ctx.db.member.count({ where: { userId } })).toBe(10);
  });

  it("needs somebody who is signed in", async () => {
    const { member } = await createOrganisation();
    for (const actor of [{ kind: "anonymous", id: "-" } as const, member.owner, keyActor(member.owner)]) {
      const refused = createOwnOrganisation(await makeContext({ actor }), { name: "Acme" });
      await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
    }
  });
});

describe("an organisation", () => {
  it("is renamed by an owner, and on record", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    expect(await renameOrganisation(ctx, { organisationId, name: "New name" })).toMatchObject({ name: "New name" });
    await renameOrganisation(ctx, { organisationId, name: "New name" });
    expect(await ctx.db.auditEvent.count({ where: { organisationId, action: "organisation.rename" } })).toBe(1);
  });

  it("is deleted by an owner who types its name, once it is empty; the trail stays", async () => {
    const { id: organisationId, name, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    const wrong = deleteOrganisation(ctx, { organisationId, confirmation: "another" });
    await expect(wrong).rejects.toMatchObject({ code: "invalid_request", details: [{ path: "confirmation" }] });
    await deleteOrganisation(ctx, { organisationId, confirmation: name });
    expect(await ctx.db.organisation.count({ where: { id: organisationId } })).toBe(0);
    expect(await ctx.db.member.count({ where: { organisationId } })).toBe(0);
    expect(await ctx.db.auditEvent.count({ where: { organisationId, action: "organisation.delete" } })).toBe(1);
    const again = deleteOrganisation(ctx, { organisationId, confirmation: name });
    await expect(again).rejects.toMatchObject({ code: "not_found" });
  });

  it("is not deleted while it has a database or a project", async () => {
    const [withDatabase, withProject] = [await createOrganisation(), await createOrganisation()];
    const operator = await makeContext();
    const { id: hostId } = await insertHost(operator);
    await insertDatabase(operator, { organisationId: withDatabase.id, hostId });
    await insertProject(withProject);
    for (const { id: organisationId, name, member } of [withDatabase, withProject]) {
      const ctx = await makeContext({ actor: member.owner });
      const refused = deleteOrganisation(ctx, { organisationId, confirmation: name });
      await expect(refused).rejects.toMatchObject({ code: "conflict" });
      expect(await ctx.db.member.count({ where: { organisationId } })).toBe(4);
    }
  });

  it("is an owner's to rename and delete; strangers find nothing", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const input = { organisationId: own.id, name: "Evil", confirmation: own.name };
    const { admin, developer, viewer, owner } = own.member;
    const refused = [
      ...[admin, developer, viewer, keyActor(owner)].map((actor) => [actor, "missing_permission"] as const),
      [other.member.owner, "not_found"] as const,
    ];
    for (const [actor, code] of refused) {
      const ctx = await makeContext({ actor });
      await expect(renameOrganisation(ctx, input)).rejects.toMatchObject({ code });
      await expect(deleteOrganisation(ctx, input)).rejects.toMatchObject({ code });
    }
    const ctx = await makeContext();
    expect(await ctx.db.organisation.findUnique({ where: { id: own.id } })).toMatchObject({ name: own.name });
  });
});
