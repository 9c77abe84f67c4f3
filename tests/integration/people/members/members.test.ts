import { describe, expect, it } from "vitest";
import { verifyPassword } from "@/lib/core/crypto/password";
import type { DatabaseClient } from "@/lib/core/db/client";
import { addMember } from "@/lib/people/members/add";
import { listMembers } from "@/lib/people/members/list";
import { removeMember } from "@/lib/people/members/remove";
import { MemberEmail } from "@/lib/people/members/resource";
import { createOrganisation, dashboardProjectId, keyActor, makeContext, workerDatabase } from "@/tests/support/context";
import { createRendezvous } from "@/tests/support/rendezvous";

const UNKNOWN = "org_00000000000000000000";

describe("adding a member", () => {
  it("makes an account whose password is shown once and kept as an Argon2id hash; the trace holds neither", async () => {
    const { id: organisationId } = await createOrganisation();
    const ctx = await makeContext();
    const email = `ada@${organisationId}.example`;
    await dashboardProjectId(ctx.db);
    const added = await addMember(ctx, { organisationId, email, role: "developer" });
    expect(added).toMatchObject({ email, role: "developer" });
    const { user } = await ctx.db.member.findUniqueOrThrow({ where: { id: added.id }, select: { user: WITH_HASH } });
    expect(user.emailVerified).toBe(true);
    expect(await verifyPassword(user.accounts[0]?.passwordHash ?? null, added.password ?? "")).toBe(true);
    const events = await ctx.db.auditEvent.findMany({ where: { targetId: added.id } });
    expect(events).toEqual([
      expect.objectContaining({ organisationId, action: "member.add", actorKind: "operator", actorId: "test" }),
    ]);
    expect(JSON.stringify(events)).not.toContain(added.password);
    expect(await listMembers(ctx, { organisationId })).toContainEqual(expect.objectContaining({ id: added.id, email }));
    expect(JSON.stringify(await listMembers(ctx, { organisationId }))).not.toContain("argon2");
  });

  it("takes an account that is there already as it is, and makes no second password", async () => {
    const [one, two] = [await createOrganisation(), await createOrganisation()];
    const ctx = await makeContext();
    const email = `both@${one.id}.example`;
    const first = await addMember(ctx, { organisationId: one.id, email, role: "viewer" });
    const second = await addMember(ctx, { organisationId: two.id, email, role: "admin" });
    expect(first.password).not.toBeNull();
    expect(second.password).toBeNull();
    expect(await ctx.db.user.count({ where: { email } })).toBe(1);
  });

  it("refuses an address that the organisation has already, and leaves no trace", async () => {
    const { id: organisationId } = await createOrganisation();
    const ctx = await makeContext();
    const add = () => addMember(ctx, { organisationId, email: `ada@${organisationId}.example`, role: "viewer" });
    await add();
    await expect(add()).rejects.toMatchObject({ code: "conflict", details: [{ path: "email" }] });
    expect(await ctx.db.auditEvent.count({ where: { organisationId, action: "member.add" } })).toBe(1);
  });

  it("is the operator's alone: members invite, and do not decide for others", async () => {
    const own = await createOrganisation();
    const input = { organisationId: own.id, email: `x@${own.id}.example`, role: "viewer" } as const;
    for (const actor of [...Object.values(own.member), keyActor(own.member.owner)]) {
      await expect(addMember(await makeContext({ actor }), input)).rejects.toMatchObject({
        code: "missing_permission",
      });
    }
    const operator = await makeContext();
    const unknown = addMember(operator, { ...input, organisationId: UNKNOWN });
    await expect(unknown).rejects.toMatchObject({ code: "not_found" });
    expect(await operator.db.auditEvent.count({ where: { organisationId: { in: [own.id, UNKNOWN] } } })).toBe(0);
    expect(await operator.db.user.count({ where: { email: input.email } })).toBe(0);
  });

  it("takes addresses in lower case and refuses those that the sign-in would", () => {
    expect(MemberEmail.parse("  Ada@Acme.Example ")).toBe("ada@acme.example");
    for (const text of [
      "",
      "ada",
      "owner@localhost",
      "a b@c.de",
      "a@b@c.de",
      "a\u0000@b.de",
      `${"a".repeat(260)}@b.de`,
    ]) {
      expect(MemberEmail.safeParse(text).success).toBe(false);
    }
  });
});

const WITH_HASH = {
  select: { emailVerified: true, accounts: { select: { passwordHash: true } } },
} as const;

describe("removing a member", () => {
  it("TI-08: takes the member's keys along at once, and is on record", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.admin });
    const { id: memberId } = member.developer;
    await ctx.db.managementKey.create({
      data: {
        ...{ id: `key_${memberId}`, organisationId, memberId, name: "k", hint: "h", readOnly: false },
        secretHash: ctx.random.bytes(32) as Uint8Array<ArrayBuffer>,
      },
    });
    expect(await removeMember(ctx, { organisationId, member: memberId })).toMatchObject({ id: memberId });
    expect(await ctx.db.managementKey.count({ where: { memberId } })).toBe(0);
    expect(await ctx.db.auditEvent.count({ where: { targetId: memberId, action: "member.remove" } })).toBe(1);
    await expect(removeMember(ctx, { organisationId, member: memberId })).rejects.toMatchObject({ code: "not_found" });
  });

  it("works by address too, in any case of letters", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext();
    const email = `VIEWER@${organisationId}.example`;
    expect(await removeMember(ctx, { organisationId, member: email })).toMatchObject({ id: member.viewer.id });
  });

  it("never takes the at least one owner, also when two owners are removed at the same moment", async () => {
    const { id: organisationId, member } = await createOrganisation();
    const ctx = await makeContext();
    await expect(removeMember(ctx, { organisationId, member: member.owner.id })).rejects.toThrow("at least one owner");
    const second = await addMember(ctx, { organisationId, email: `two@${organisationId}.example`, role: "owner" });
    const meet = createRendezvous(ctx.db);
    const meeting = { ...ctx, db: beforeDeletion(await workerDatabase(), meet) };
    const results = await Promise.allSettled(
      [member.owner.id, second.id].map((id) => removeMember(meeting, { organisationId, member: id })),
    );
    expect(results.map((result) => result.status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await ctx.db.member.count({ where: { organisationId, role: "owner" } })).toBe(1);
  });

  it("is refused to members who may not manage others, and an owner to an admin; strangers find nothing", async () => {
    const [own, other] = [await createOrganisation(), await createOrganisation()];
    const input = { organisationId: own.id, member: own.member.viewer.id };
    for (const actor of [own.member.developer, own.member.viewer, keyActor(own.member.owner)]) {
      await expect(removeMember(await makeContext({ actor }), input)).rejects.toMatchObject({
        code: "missing_permission",
      });
    }
    const admin = await makeContext({ actor: own.member.admin });
    await expect(removeMember(admin, { ...input, member: own.member.owner.id })).rejects.toMatchObject({
      code: "missing_permission",
    });
    const stranger = await makeContext({ actor: other.member.owner });
    await expect(removeMember(stranger, input)).rejects.toMatchObject({ code: "not_found" });
    const foreign = { organisationId: other.id, member: own.member.viewer.id };
    await expect(removeMember(stranger, foreign)).rejects.toMatchObject({ code: "not_found" });
    await expect(listMembers(stranger, { organisationId: own.id })).rejects.toMatchObject({ code: "not_found" });
    expect(await admin.db.member.count({ where: { organisationId: own.id } })).toBe(4);
  });
});

/** The same client, with `work` done before each deletion of members. */
function beforeDeletion(db: DatabaseClient, work: () => Promise<void>): DatabaseClient {
  return db.$extends({
    query: {
      member: {
        deleteMany: async ({ args, query }) => {
          await work();
          return query(args);
        },
      },
    },
  }) as unknown as DatabaseClient;
}
