import { describe, expect, it } from "vitest";
import { ROLES } from "@/lib/core/access/permissions";
import { leaveOrganisation } from "@/lib/people/members/leave";
import { setRole } from "@/lib/people/members/set-role";
import { transferOwnership } from "@/lib/people/members/transfer-ownership";
import { createOrganisation, insertMember, keyActor, makeContext } from "@/tests/support/context";

describe("a member's role", () => {
  it("is changed by members' managers, and on record", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.admin });
    const input = { organisationId, memberId: member.viewer.id, role: "developer" } as const;
    expect(await setRole(ctx, input)).toMatchObject({ id: member.viewer.id, role: "developer" });
    await setRole(ctx, input);
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: member.viewer.id } });
    expect(events).toMatchObject([{ action: "member.set_role", data: { from: "viewer", to: "developer" } }]);
  });

  it("is refused to developers, viewers and keys; an admin neither makes nor demotes owners; strangers find nothing", async () => {
    const own = await createOrganisation();
    const input = { organisationId: own.id, memberId: own.member.viewer.id, role: "admin" } as const;
    for (const actor of [own.member.developer, own.member.viewer, keyActor(own.member.owner)]) {
      await expect(setRole(await makeContext({ actor }), input)).rejects.toMatchObject({ code: "missing_permission" });
    }
    const admin = await makeContext({ actor: own.member.admin });
    for (const change of [
      { ...input, role: "owner" },
      { ...input, memberId: own.member.owner.id },
    ] as const) {
      await expect(setRole(admin, change)).rejects.toMatchObject({ code: "missing_permission" });
    }
    const stranger = await createOrganisation();
    const foreign = await makeContext({ actor: stranger.member.owner });
    await expect(setRole(foreign, input)).rejects.toMatchObject({ code: "not_found" });
    const mixed = { ...input, organisationId: stranger.id };
    await expect(setRole(foreign, mixed)).rejects.toMatchObject({ code: "not_found" });
    const roles = await admin.db.member.findMany({ where: { organisationId: own.id }, select: { role: true } });
    expect(roles.map(({ role }) => role).sort()).toEqual([...ROLES].sort());
  });

  it("stays owner for the last one, also when two owners step down at once", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    const demote = (memberId: string) => setRole(ctx, { organisationId, memberId, role: "admin" });
    await expect(demote(member.owner.id)).rejects.toMatchObject({ code: "conflict" });
    const second = await insertMember(ctx.db, {
      organisationId,
      email: `two@${organisationId}.example`,
      role: "owner",
    });
    const results = await Promise.allSettled([demote(member.owner.id), demote(second)]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ctx.db.member.count({ where: { organisationId, role: "owner" } })).toBe(1);
  });
});

describe("ownership", () => {
  it("passes to another member, and the owner becomes an admin", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    await transferOwnership(ctx, { organisationId, memberId: member.viewer.id });
    const rows = await ctx.db.member.findMany({ where: { organisationId } });
    const roleOf = (id: string) => rows.find((row) => row.id === id)?.role;
    expect([roleOf(member.viewer.id), roleOf(member.owner.id)]).toEqual(["owner", "admin"]);
    const where = { targetId: member.viewer.id, action: "member.transfer_ownership" };
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
  });

  it("TI-08: is not passed on twice by an owner of a moment ago", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    const results = await Promise.allSettled(
      [member.viewer.id, member.developer.id].map((memberId) => transferOwnership(ctx, { organisationId, memberId })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ctx.db.member.count({ where: { organisationId, role: "owner" } })).toBe(1);
  });

  it("is an owner's to pass on, within the organisation", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const input = { organisationId: own.id, memberId: own.member.viewer.id };
    for (const actor of [own.member.admin, own.member.developer, own.member.viewer, keyActor(own.member.owner)]) {
      const refused = transferOwnership(await makeContext({ actor }), input);
      await expect(refused).rejects.toMatchObject({ code: "missing_permission" });
    }
    const stranger = await makeContext({ actor: other.member.owner });
    await expect(transferOwnership(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const owner = await makeContext({ actor: own.member.owner });
    const foreign = transferOwnership(owner, { ...input, memberId: other.member.viewer.id });
    await expect(foreign).rejects.toMatchObject({ code: "not_found" });
    expect(await owner.db.member.count({ where: { id: own.member.owner.id, role: "owner" } })).toBe(1);
  });
});

describe("leaving", () => {
  it("ends the membership with its keys, and is on record; the last owner stays", async () => {
    const { id: organisationId, member } = await createOrganisation();
    for (const role of ["admin", "developer", "viewer"] as const) {
      const ctx = await makeContext({ actor: member[role] });
      await leaveOrganisation(ctx, { organisationId });
      expect(await ctx.db.member.count({ where: { id: member[role].id } })).toBe(0);
      expect(await ctx.db.auditEvent.count({ where: { targetId: member[role].id, action: "member.leave" } })).toBe(1);
      await expect(leaveOrganisation(ctx, { organisationId })).rejects.toMatchObject({ code: "not_found" });
    }
    const owner = await makeContext({ actor: member.owner });
    await expect(leaveOrganisation(owner, { organisationId })).rejects.toMatchObject({ code: "conflict" });
    const second = await insertMember(owner.db, {
      organisationId,
      email: `b@${organisationId}.example`,
      role: "owner",
    });
    await leaveOrganisation(owner, { organisationId });
    expect(await owner.db.member.findMany({ where: { organisationId } })).toMatchObject([{ id: second }]);
  });
});
