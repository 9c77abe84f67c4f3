import { describe, expect, it } from "vitest";
import { getActiveMemberRole } from "@/lib/sign-in/user-organisations/get-active-member";
import { hasOrganisationPermission } from "@/lib/sign-in/user-organisations/has-permission";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { leaveOrganisation } from "@/lib/sign-in/user-organisations/leave";
import { listOrganisationMembers } from "@/lib/sign-in/user-organisations/list-members";
import { removeOrganisationMember } from "@/lib/sign-in/user-organisations/remove-member";
import { updateMemberRole } from "@/lib/sign-in/user-organisations/update-member-role";
import { eventsOf, expectSignInError, newEmail } from "@/tests/support/sign-in";
import { signedInRequest } from "@/tests/support/test-browser";
import { foundOrganisation, join, makeOrganisationsContext, signInUser } from "@/tests/support/user-organisations";

/** An organisation with an owner, an admin and a member. */
async function staffed() {
  const ctx = await makeOrganisationsContext();
  const { owner, organisation } = await foundOrganisation(ctx);
  const admin = await join(owner, organisation.id, "admin");
  const member = await join(owner, organisation.id, "member");
  const own = (await listOrganisationMembers(owner, { filterField: "role", filterValue: "owner" })).members[0];
  if (!own) throw new Error("there is no owner");
  return { ctx, owner, ownerId: own.id, admin, member, organizationId: organisation.id };
}

const FORBIDDEN = "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER";

describe("members of an organisation of users", () => {
  it("are listed to each other, page by page and by role", async () => {
    const { member, organizationId } = await staffed();
    const byRole = { sortBy: "role", sortDirection: "desc" } as const;
    const all = await listOrganisationMembers(member.user, byRole);
    expect(all.total).toBe(3);
    expect(all.members.map(({ role }) => role)).toEqual(["owner", "member", "admin"]);
    const page = await listOrganisationMembers(member.user, { ...byRole, organizationId, limit: 1, offset: 1 });
    expect(page).toMatchObject({ total: 3, members: [{ role: "member" }] });
    const others = { filterField: "role", filterOperator: "ne", filterValue: "owner" } as const;
    expect((await listOrganisationMembers(member.user, others)).total).toBe(2);
  });

  it("have the permissions of their role, as better-auth's clients know them", async () => {
    const { owner, admin, member } = await staffed();
    const may = async (user: typeof owner, permissions: Record<string, string[]>) =>
      (await hasOrganisationPermission(user, { permissions })).success;
    expect(await may(owner, { organization: ["update", "delete"], member: ["create"] })).toBe(true);
    expect(await may(admin.user, { organization: ["update"], invitation: ["create", "cancel"] })).toBe(true);
    expect(await may(admin.user, { organization: ["delete"] })).toBe(false);
    expect(await may(member.user, { invitation: ["create"] })).toBe(false);
    expect(await may(member.user, { ac: ["read"] })).toBe(true);
    expect(await may(owner, {})).toBe(false);
    expect(await may(owner, { constructor: ["name"] })).toBe(false);
    expect((await hasOrganisationPermission(owner, { permission: { member: ["delete"] } })).success).toBe(true);
  });

  it("get another role from owners and admins, whose next request has it", async () => {
    const { ctx, owner, admin, member } = await staffed();
    const given = { memberId: member.member.id, role: ["admin"] };
    expect(await updateMemberRole(admin.user, given)).toMatchObject({ role: "admin" });
    expect((await signedInRequest(member.user)).session.activeOrganisation?.role).toBe("admin");
    expect(await getActiveMemberRole(owner, { userId: member.member.userId })).toEqual({ role: "admin" });
    expect(await eventsOf(ctx)).toContain("organization.member_role accepted");
    await expectSignInError(updateMemberRole(owner, { ...given, role: "emperor" }), "ROLE_NOT_FOUND");
    await expectSignInError(updateMemberRole(owner, { ...given, role: "" }), "ROLE_NOT_FOUND");
  });

  it("SI-L13: have one role, so a request for two is refused", async () => {
    const { owner, member } = await staffed();
    for (const role of [["admin", "member"], "admin,member"]) {
      await expectSignInError(updateMemberRole(owner, { memberId: member.member.id, role }), "ROLE_NOT_FOUND");
      await expectSignInError(inviteMember(owner, { email: newEmail(), role }), "ROLE_NOT_FOUND");
    }
    await updateMemberRole(owner, { memberId: member.member.id, role: ["admin", "admin"] });
  });

  it("cannot raise themselves or touch who is above them", async () => {
    const { ownerId, admin, member } = await staffed();
    const [adminId, memberId] = [admin.member.id, member.member.id];
    await expectSignInError(updateMemberRole(member.user, { memberId, role: "admin" }), FORBIDDEN);
    await expectSignInError(updateMemberRole(member.user, { memberId: adminId, role: "member" }), FORBIDDEN);
    await expectSignInError(updateMemberRole(admin.user, { memberId: adminId, role: "owner" }), FORBIDDEN);
    await expectSignInError(updateMemberRole(admin.user, { memberId, role: "member,owner" }), "ROLE_NOT_FOUND");
    await expectSignInError(updateMemberRole(admin.user, { memberId: ownerId, role: "member" }), FORBIDDEN);
    const removal = removeOrganisationMember(member.user, { memberIdOrEmail: adminId });
    await expectSignInError(removal, "YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER");
    const overthrow = removeOrganisationMember(admin.user, { memberIdOrEmail: ownerId });
    await expectSignInError(overthrow, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER");
  });

  it("are removed by id or address, and their sessions work in it no more", async () => {
    const { ctx, owner, admin, member, organizationId } = await staffed();
    const { email } = member.user.session.user;
    const removed = await removeOrganisationMember(admin.user, { memberIdOrEmail: email.toUpperCase() });
    expect(removed.member.id).toBe(member.member.id);
    const after = await signedInRequest(member.user);
    expect(after.session.activeOrganisation).toBeNull();
    const code = "YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION";
    await expectSignInError(listOrganisationMembers(after, { organizationId }), code);
    const again = removeOrganisationMember(owner, { memberIdOrEmail: member.member.id });
    await expectSignInError(again, "MEMBER_NOT_FOUND");
    await join(owner, organizationId, "member");
    expect(await eventsOf(ctx)).toContain("organization.member_remove accepted");
  });

  it("of another organisation are not found by its admins", async () => {
    const one = await staffed();
    const two = await foundOrganisation(one.ctx);
    const stranger = await join(two.owner, two.organisation.id, "member");
    const memberId = stranger.member.id;
    await expectSignInError(updateMemberRole(one.owner, { memberId, role: "admin" }), "MEMBER_NOT_FOUND");
    await expectSignInError(removeOrganisationMember(one.owner, { memberIdOrEmail: memberId }), "MEMBER_NOT_FOUND");
    const byEmail = { memberIdOrEmail: stranger.user.session.user.email };
    await expectSignInError(removeOrganisationMember(one.owner, byEmail), "MEMBER_NOT_FOUND");
    const named = { memberId, role: "admin", organizationId: two.organisation.id };
    await expectSignInError(updateMemberRole(one.owner, named), "MEMBER_NOT_FOUND");
  });
});

describe("the last owner", () => {
  it("can neither leave nor be demoted nor be removed", async () => {
    const { owner, ownerId: memberId, organizationId } = await staffed();
    const only = "YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER";
    await expectSignInError(leaveOrganisation(owner, { organizationId }), only);
    await expectSignInError(removeOrganisationMember(owner, { memberIdOrEmail: memberId }), only);
    const demotion = updateMemberRole(owner, { memberId, role: "admin" });
    await expectSignInError(demotion, "YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER");
  });

  it("stays when two owners leave at once", async () => {
    const { owner, admin, organizationId, ctx } = await staffed();
    await updateMemberRole(owner, { memberId: admin.member.id, role: "owner" });
    const results = await Promise.allSettled(
      [owner, admin.user].map((user) => leaveOrganisation(user, { organizationId })),
    );
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const where = { organisationId: organizationId, role: "owner" };
    expect(await ctx.db.userOrganisationMember.count({ where })).toBe(1);
  });

  it("stays when two owners demote each other at once", async () => {
    const { owner, ownerId, admin, organizationId, ctx } = await staffed();
    await updateMemberRole(owner, { memberId: admin.member.id, role: "owner" });
    await Promise.allSettled([
      updateMemberRole(owner, { memberId: admin.member.id, role: "member" }),
      updateMemberRole(await signedInRequest(admin.user), { memberId: ownerId, role: "member" }),
    ]);
    const where = { organisationId: organizationId, role: "owner" };
    expect(await ctx.db.userOrganisationMember.count({ where })).toBe(1);
  });
});

it("a member leaves by themselves, and a stranger has nothing to leave", async () => {
  const { ctx, member, organizationId } = await staffed();
  expect(await leaveOrganisation(member.user, { organizationId })).toMatchObject({ id: member.member.id });
  expect((await signedInRequest(member.user)).session.activeOrganisation).toBeNull();
  await expectSignInError(leaveOrganisation(await signInUser(ctx), { organizationId }), "MEMBER_NOT_FOUND");
});
