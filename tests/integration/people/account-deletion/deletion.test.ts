import { describe, expect, it } from "vitest";
import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import { cancelAccountDeletion } from "@/lib/people/account-deletion/cancel-deletion";
import { deleteDueAccounts } from "@/lib/people/account-deletion/delete-due";
import { requestAccountDeletion } from "@/lib/people/account-deletion/request-deletion";
import { createOwnOrganisation } from "@/lib/people/organisations/create-own";
import { deleteUserByOwner } from "@/lib/sign-in/users/delete-by-owner";
import { createAccount } from "@/tests/support/accounts";
import { createOrganisation, dashboardProjectId, FixedClock, insertMember, makeContext } from "@/tests/support/context";
import { insertProject } from "@/tests/support/projects";

const DAY_MS = 86_400_000;

async function account() {
  const clock = new FixedClock();
  return { clock, ...(await createAccount({ clock })), operator: await makeContext({ clock }) };
}

describe("the deletion of an account", () => {
  it("comes after thirty days, with an organisation that was the account's alone, and tells by mail", async () => {
    const { clock, ctx, userId, email, operator } = await account();
    const organisation = await createOwnOrganisation(ctx, { name: "Alone" });
    const { dueAt } = await requestAccountDeletion(ctx);
    expect(new Date(dueAt).getTime() - clock.now().getTime()).toBe(30 * DAY_MS);
    expect(await requestAccountDeletion(ctx)).toEqual({ dueAt });
    expect(await ctx.db.mailMessage.count({ where: { recipient: email, kind: "account-deletion" } })).toBe(1);

    clock.advance(30 * DAY_MS - 1);
    await deleteDueAccounts(operator);
    expect(await ctx.db.user.count({ where: { id: userId } })).toBe(1);
    clock.advance(1);
    await deleteDueAccounts(operator);
    expect(await ctx.db.user.count({ where: { id: userId } })).toBe(0);
    expect(await ctx.db.organisation.count({ where: { id: organisation.id } })).toBe(0);
    const actions = await ctx.db.auditEvent.findMany({ where: { targetId: { in: [userId, organisation.id] } } });
    expect(actions.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["account.request_deletion", "account.delete", "organisation.delete"]),
    );
    expect(await ctx.db.securityEvent.count({ where: { userId, kind: "user.delete" } })).toBe(1);
  });

  it("can be taken back until then", async () => {
    const { clock, ctx, userId, operator } = await account();
    await requestAccountDeletion(ctx);
    await cancelAccountDeletion(ctx);
    await cancelAccountDeletion(ctx);
    clock.advance(31 * DAY_MS);
    await deleteDueAccounts(operator);
    expect(await ctx.db.user.count({ where: { id: userId } })).toBe(1);
    const where = { targetId: userId, action: "account.cancel_deletion", organisationId: SERVICE_SCOPE };
    expect(await ctx.db.auditEvent.count({ where })).toBe(1);
  });

  it("leaves no organisation without an owner: neither when it is asked for, nor when it is due", async () => {
    const { clock, ctx, userId, operator } = await account();
    const organisation = await createOwnOrganisation(ctx, { name: "Shared" });
    const other = `b@${organisation.id}.example`;
    const memberId = await insertMember(ctx.db, { organisationId: organisation.id, email: other, role: "viewer" });
    await expect(requestAccountDeletion(ctx)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining('"Shared"'),
    });
    await ctx.db.member.delete({ where: { id: memberId } });
    await requestAccountDeletion(ctx);
    await insertProject({ ...organisation, member: {} as never });
    clock.advance(31 * DAY_MS);
    await deleteDueAccounts(operator);
    expect(await ctx.db.user.count({ where: { id: userId } })).toBe(1);
    expect(await ctx.db.accountDeletion.count({ where: { userId } })).toBe(1);
  });

  it("takes the memberships of other organisations along", async () => {
    const { clock, ctx, userId, operator } = await account();
    const { id: organisationId } = await createOrganisation();
    await ctx.db.member.create({ data: { id: `mem_${userId.slice(4)}`, organisationId, userId, role: "admin" } });
    await requestAccountDeletion(ctx);
    clock.advance(31 * DAY_MS);
    await deleteDueAccounts(operator);
    expect(await ctx.db.member.count({ where: { organisationId } })).toBe(4);
    expect(await ctx.db.auditEvent.count({ where: { organisationId, action: "member.leave" } })).toBe(1);
  });

  it("is for the account itself to ask for", async () => {
    const { member } = await createOrganisation();
    const ctx = await makeContext({ actor: member.owner });
    await expect(requestAccountDeletion(ctx)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(cancelAccountDeletion(ctx)).rejects.toMatchObject({ code: "unauthorized" });
  });

  it("does not go past the organisations: the operator cannot delete a member's account either", async () => {
    const { ctx, userId, operator } = await account();
    await createOwnOrganisation(ctx, { name: "Own" });
    const address = { organisationId: SERVICE_SCOPE, projectId: await dashboardProjectId(ctx.db), userId };
    await expect(deleteUserByOwner(operator, address)).rejects.toMatchObject({ code: "conflict" });
  });
});

describe("accounts that nobody came for", () => {
  it("are forgotten after a day without an invitation, and expired invitations with them", async () => {
    const clock = new FixedClock(new Date("2026-04-01T00:00:00Z"));
    const [left, waited] = [
      await createAccount({ clock, emailVerified: false }),
      await createAccount({ clock, emailVerified: false }),
    ];
    const { id: organisationId } = await createOrganisation();
    const row = { organisationId, role: "viewer", invitedBy: "mem_x", createdAt: clock.now() };
    const expiresAt = new Date(clock.now().getTime() + 7 * DAY_MS);
    await left.ctx.db.invitation.create({ data: { ...row, id: `inv_${left.userId}`, email: waited.email, expiresAt } });
    clock.advance(2 * DAY_MS);
    const operator = await makeContext({ clock });
    await deleteDueAccounts(operator);
    const remaining = async () =>
      (await operator.db.user.findMany({ where: { id: { in: [left.userId, waited.userId] } } })).map(({ id }) => id);
    expect(await remaining()).toEqual([waited.userId]);
    clock.advance(6 * DAY_MS);
    await deleteDueAccounts(operator);
    expect(await remaining()).toEqual([]);
  });
});
