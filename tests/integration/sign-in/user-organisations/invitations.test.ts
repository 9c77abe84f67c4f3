import { describe, expect, it } from "vitest";
import { acceptOrganisationInvitation } from "@/lib/sign-in/user-organisations/accept-invitation";
import { cancelOrganisationInvitation } from "@/lib/sign-in/user-organisations/cancel-invitation";
import { getOrganisationInvitation } from "@/lib/sign-in/user-organisations/get-invitation";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { leaveOrganisation } from "@/lib/sign-in/user-organisations/leave";
import {
  listOrganisationInvitations,
  listReceivedInvitations,
} from "@/lib/sign-in/user-organisations/list-invitations";
import { rejectOrganisationInvitation } from "@/lib/sign-in/user-organisations/reject-invitation";
import { sweepOrganisationInvitations } from "@/lib/sign-in/user-organisations/sweep";
import { updateMemberRole } from "@/lib/sign-in/user-organisations/update-member-role";
import { FixedClock } from "@/tests/support/context";
import { lastMailTo } from "@/tests/support/mailbox";
import { expectSignInError, newEmail } from "@/tests/support/sign-in";
import { signedInRequest } from "@/tests/support/test-browser";
import { foundOrganisation, join, makeOrganisationsContext, signInUser } from "@/tests/support/user-organisations";

const HOUR = 3_600_000;

async function invited(role = "member", clock = new FixedClock()) {
  const ctx = await makeOrganisationsContext({ clock });
  const { owner, organisation } = await foundOrganisation(ctx);
  const user = await signInUser(ctx);
  const { email } = user.session.user;
  const invitation = await inviteMember(owner, { email, role });
  return { ctx, clock, owner, organisation, user, email, invitation, invitationId: invitation.id };
}

describe("an invitation to an organisation of users", () => {
  it("is mailed with a link to its page, and makes its recipient a member who works in it", async () => {
    const { ctx, owner, organisation, user, email, invitation, invitationId } = await invited("admin");
    expect(invitation).toMatchObject({ email, role: "admin", status: "pending", organizationId: organisation.id });
    expect(await lastMailTo(ctx, email, "invitation")).toEqual({
      organisationName: "Acme",
      inviterEmail: owner.session.user.email,
      link: `${ctx.baseUrl}/auth/${ctx.project.id}/invitation?id=${invitationId}`,
      expiresInMinutes: 2_880,
    });
    const received = { organizationName: "Acme", organizationSlug: organisation.slug };
    expect(await listReceivedInvitations(user)).toMatchObject([{ id: invitationId, ...received }]);
    expect(await getOrganisationInvitation(user, { id: invitationId })).toMatchObject(received);
    const accepted = await acceptOrganisationInvitation(user, { invitationId });
    expect(accepted).toMatchObject({ invitation: { status: "accepted" }, member: { role: "admin", user: { email } } });
    expect((await signedInRequest(user)).session.activeOrganisation).toMatchObject({ role: "admin" });
    expect(await listOrganisationInvitations(owner, {})).toMatchObject([{ status: "accepted" }]);
    await expectSignInError(acceptOrganisationInvitation(user, { invitationId }), "INVITATION_NOT_FOUND");
  });

  it("is accepted once, also by two requests at once", async () => {
    const { ctx, organisation, user, invitationId } = await invited();
    const both = [user, user].map((request) => acceptOrganisationInvitation(request, { invitationId }));
    const results = await Promise.allSettled(both);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const where = { organisationId: organisation.id };
    expect(await ctx.db.userOrganisationMember.count({ where })).toBe(2);
  });

  it("is not read, accepted or rejected by anybody else", async () => {
    const { ctx, owner, invitationId } = await invited();
    const code = "YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION";
    for (const other of [await signInUser(ctx), owner]) {
      await expectSignInError(getOrganisationInvitation(other, { id: invitationId }), code);
      await expectSignInError(acceptOrganisationInvitation(other, { invitationId }), code);
      await expectSignInError(rejectOrganisationInvitation(other, { invitationId }), code);
      expect(await listReceivedInvitations(other)).toEqual([]);
    }
  });

  it("is bound to its project, where the same address elsewhere finds nothing", async () => {
    const { email, invitationId } = await invited();
    const elsewhere = await signInUser(await makeOrganisationsContext(), email);
    await expectSignInError(acceptOrganisationInvitation(elsewhere, { invitationId }), "INVITATION_NOT_FOUND");
    await expectSignInError(cancelOrganisationInvitation(elsewhere, { invitationId }), "INVITATION_NOT_FOUND");
    expect(await listReceivedInvitations(elsewhere)).toEqual([]);
  });

  it("needs a proven address", async () => {
    const { ctx, user, invitationId } = await invited();
    await ctx.db.user.update({ where: { id: user.session.user.id }, data: { emailVerified: false } });
    const unproven = await signedInRequest(user);
    const code = "EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION";
    await expectSignInError(acceptOrganisationInvitation(unproven, { invitationId }), code);
    await expectSignInError(rejectOrganisationInvitation(unproven, { invitationId }), code);
    const reading = "EMAIL_VERIFICATION_REQUIRED_FOR_INVITATION";
    await expectSignInError(getOrganisationInvitation(unproven, { id: invitationId }), reading);
    await expectSignInError(listReceivedInvitations(unproven), reading);
  });

  it("expires after 48 hours, makes room for another, and is swept a month later", async () => {
    const { ctx, clock, owner, user, email, invitationId } = await invited();
    clock.advance(48 * HOUR);
    await expectSignInError(acceptOrganisationInvitation(user, { invitationId }), "INVITATION_NOT_FOUND");
    expect(await listReceivedInvitations(user)).toEqual([]);
    const again = await inviteMember(owner, { email, role: "member" });
    expect(again.id).not.toBe(invitationId);
    clock.advance(33 * 24 * HOUR);
    await sweepOrganisationInvitations(ctx);
    expect(await ctx.db.userOrganisationInvitation.count({ where: { id: again.id } })).toBe(0);
  });

  it("is resent and prolonged where asked to, else refused", async () => {
    const { clock, owner, user, email, invitation, invitationId } = await invited();
    const again = { email, role: "member" };
    await expectSignInError(inviteMember(owner, again), "USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION");
    clock.advance(24 * HOUR);
    const resent = await inviteMember(owner, { ...again, resend: true });
    expect(resent.id).toBe(invitationId);
    expect(Date.parse(resent.expiresAt) - Date.parse(invitation.expiresAt)).toBe(24 * HOUR);
    await acceptOrganisationInvitation(user, { invitationId });
    const member = inviteMember(owner, { ...again, resend: true });
    await expectSignInError(member, "USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION");
  });

  it("is rejected by its recipient and cancelled by an admin, each once", async () => {
    const { owner, organisation, user, email, invitationId } = await invited();
    const rejected = await rejectOrganisationInvitation(user, { invitationId });
    expect(rejected).toMatchObject({ invitation: { status: "rejected" }, member: null });
    await expectSignInError(rejectOrganisationInvitation(user, { invitationId }), "INVITATION_NOT_FOUND");
    const second = await inviteMember(owner, { email, role: "member" });
    const { user: member } = await join(owner, organisation.id, "member");
    const named = { invitationId: second.id };
    const code = "YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION";
    await expectSignInError(cancelOrganisationInvitation(member, named), code);
    await expectSignInError(cancelOrganisationInvitation(user, named), "MEMBER_NOT_FOUND");
    expect(await cancelOrganisationInvitation(owner, named)).toMatchObject({ status: "canceled" });
    await expectSignInError(acceptOrganisationInvitation(user, named), "INVITATION_NOT_FOUND");
  });

  it("is given by owners and admins, and to an owner's role by owners alone", async () => {
    const { owner, organisation } = await invited();
    const { user: admin } = await join(owner, organisation.id, "admin");
    const { user: member } = await join(owner, organisation.id, "member");
    const email = newEmail();
    const denied = "YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION";
    await expectSignInError(inviteMember(member, { email, role: "member" }), denied);
    const tooHigh = inviteMember(admin, { email, role: ["owner"] });
    await expectSignInError(tooHigh, "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE");
    await expectSignInError(inviteMember(admin, { email, role: "emperor" }), "ROLE_NOT_FOUND");
    await expectSignInError(inviteMember(admin, { email: "nobody", role: "member" }), "INVALID_EMAIL");
    expect(await inviteMember(admin, { email: email.toUpperCase(), role: "admin" })).toMatchObject({ email });
    expect(await inviteMember(owner, { email: newEmail(), role: "owner" })).toMatchObject({ role: "owner" });
  });

  it("falls with its giver: one who left, or lost the right, lets nobody in", async () => {
    const { ctx, owner, organisation } = await invited();
    const inviter = await join(owner, organisation.id, "admin");
    const friend = await signInUser(ctx);
    const { id: invitationId } = await inviteMember(inviter.user, { email: friend.session.user.email, role: "admin" });
    await updateMemberRole(owner, { memberId: inviter.member.id, role: "member" });
    const code = "INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION";
    await expectSignInError(acceptOrganisationInvitation(friend, { invitationId }), code);
    await leaveOrganisation(inviter.user, { organizationId: organisation.id });
    await expectSignInError(acceptOrganisationInvitation(friend, { invitationId }), code);
    await expectSignInError(getOrganisationInvitation(friend, { id: invitationId }), code);
  });

  it("lets in as many as an organisation holds, also where two come at once", async () => {
    const ctx = await makeOrganisationsContext({ organizations: { perOrganization: 2 } });
    const { owner, organisation } = await foundOrganisation(ctx);
    const users = [await signInUser(ctx), await signInUser(ctx)];
    const accepts = [];
    for (const user of users) {
      const { id } = await inviteMember(owner, { email: user.session.user.email, role: "member" });
      accepts.push(() => acceptOrganisationInvitation(user, { invitationId: id }));
    }
    const results = await Promise.allSettled(accepts.map((accept) => accept()));
    const refused = results.filter(({ status }) => status === "rejected") as PromiseRejectedResult[];
    expect(refused.map(({ reason }) => reason.code)).toEqual(["ORGANIZATION_MEMBERSHIP_LIMIT_REACHED"]);
    const where = { organisationId: organisation.id };
    expect(await ctx.db.userOrganisationMember.count({ where })).toBe(2);
  });
});
