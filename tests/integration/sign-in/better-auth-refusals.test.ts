import { describe, expect, it } from "vitest";
import { changeEmailByOtp, requestEmailChangeByOtp } from "@/lib/sign-in/email/otp/change-email";
import { requestEmailChange } from "@/lib/sign-in/email/request-change";
import { verifyEmail } from "@/lib/sign-in/email/verify";
import { consumeMagicLink } from "@/lib/sign-in/magic-link/consume";
import { signUpWithPassword } from "@/lib/sign-in/password/sign-up";
import { revokeSession } from "@/lib/sign-in/sessions/revoke";
import { cancelOrganisationInvitation } from "@/lib/sign-in/user-organisations/cancel-invitation";
import { getFullOrganisation } from "@/lib/sign-in/user-organisations/get-full";
import { inviteMember } from "@/lib/sign-in/user-organisations/invite";
import { listOrganisationInvitations } from "@/lib/sign-in/user-organisations/list-invitations";
import { updateMemberRole } from "@/lib/sign-in/user-organisations/update-member-role";
import { lastProof, wideMailLimits } from "@/tests/support/mailed-proof";
import { expectSignInError, makeUserContext, newEmail, PASSWORD } from "@/tests/support/sign-in";
import { otherBrowser, send, signedInRequest } from "@/tests/support/test-browser";
import { foundOrganisation, join, makeOrganisationsContext } from "@/tests/support/user-organisations";

const TOO_HIGH = "YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE";

/** The refusals of versions of better-auth after 1.7.6, of which 1.7.25 is the newest. */
describe("refusals of newer versions of better-auth", () => {
  it("3.12: a link that proved an account which is gone proves no later account of the address", async () => {
    const ctx = await makeUserContext({ settings: { limits: wideMailLimits } });
    const email = newEmail();
    const given = { name: "Ada", email, password: PASSWORD };
    await send(ctx, signUpWithPassword, given);
    const { token } = await lastProof(ctx, email, "email-verification");
    const { user } = (await signedInRequest(ctx)).session;
    await ctx.db.user.delete({ where: { id: user.id } });
    const later = otherBrowser(ctx);
    await send(later, signUpWithPassword, given);
    await expectSignInError(send(await signedInRequest(later), verifyEmail, { token }), "INVALID_TOKEN");
    expect(await ctx.db.user.findFirstOrThrow({ where: { email, projectId: ctx.project.id } })).toMatchObject({
      emailVerified: false,
    });
  });

  it("3.12: a link of a change of address signs nobody in, and changes nothing for somebody else", async () => {
    const ctx = await makeUserContext({ settings: { limits: wideMailLimits } });
    const [email, newer] = [newEmail(), newEmail()];
    await send(ctx, signUpWithPassword, { name: "Ada", email, password: PASSWORD });
    const mine = await signedInRequest(ctx);
    await ctx.db.user.update({ where: { id: mine.session.user.id }, data: { emailVerified: false } });
    await requestEmailChange(mine, { newEmail: newer });
    const { token } = await lastProof(ctx, newer, "change-email-verification");
    const stranger = otherBrowser(ctx);
    await expectSignInError(send(stranger, verifyEmail, { token }), "UNAUTHORIZED");
    expect(stranger.received.session).toBeUndefined();
    await send(stranger, signUpWithPassword, { name: "Eve", email: newEmail(), password: PASSWORD });
    await expectSignInError(send(await signedInRequest(stranger), verifyEmail, { token }), "UNAUTHORIZED");
  });

  it("3.12: a code of a change of address is its user's, and the token of one purpose is none of another", async () => {
    const ctx = await makeUserContext({ settings: { limits: wideMailLimits } });
    const newer = newEmail();
    const [one, other] = [ctx, otherBrowser(ctx)];
    for (const browser of [one, other]) {
      await send(browser, signUpWithPassword, { name: "Ada", email: newEmail(), password: PASSWORD });
    }
    const mine = await signedInRequest(one);
    await ctx.db.user.updateMany({ where: { projectId: ctx.project.id }, data: { emailVerified: true } });
    await requestEmailChangeByOtp(mine, { newEmail: newer });
    const { code, token } = await lastProof(ctx, newer, "change-email-verification");
    const theirs = await signedInRequest(other);
    await expectSignInError(changeEmailByOtp(theirs, { newEmail: newer, otp: code }), "INVALID_OTP");
    await expectSignInError(send(otherBrowser(ctx), consumeMagicLink, { token }), "INVALID_TOKEN");
  });

  it("3.12: the session that somebody ends for themselves leaves no cookie", async () => {
    const ctx = await makeUserContext();
    await send(ctx, signUpWithPassword, { name: "Ada", email: newEmail(), password: PASSWORD });
    const mine = await signedInRequest(ctx);
    await send(mine, revokeSession, { token: mine.session.id });
    expect(mine.received.session).toBeNull();
  });
});

describe("invitations that newer versions of better-auth hide", () => {
  async function staffed() {
    const ctx = await makeOrganisationsContext();
    const { owner, organisation } = await foundOrganisation(ctx);
    const admin = await join(owner, organisation.id, "admin");
    const member = await join(owner, organisation.id, "member");
    const emails = { owner: newEmail(), member: newEmail() };
    const given = await inviteMember(owner, { email: emails.owner, role: "owner" });
    await inviteMember(owner, { email: emails.member, role: "member" });
    return { owner, admin: admin.user, member: member.user, memberId: member.member.id, emails, given };
  }

  it("3.12: are listed to those who could have given them", async () => {
    const { owner, admin, member, emails } = await staffed();
    const pending = async (user: typeof owner) =>
      (await listOrganisationInvitations(user, {})).flatMap(({ email, status }) => (status === "pending" ? email : []));
    expect((await pending(owner)).sort()).toEqual(Object.values(emails).sort());
    expect(await pending(admin)).toEqual([emails.member]);
    await expectSignInError(listOrganisationInvitations(member, {}), "YOU_ARE_NOT_ALLOWED_TO_LIST_INVITATIONS");
    const full = async (user: typeof owner) =>
      ((await getFullOrganisation(user, {}))?.invitations ?? []).filter(({ status }) => status === "pending").length;
    expect([await full(owner), await full(admin), await full(member)]).toEqual([2, 1, 0]);
  });

  it("3.12: are sent again, as a lesser one too, by those alone, and no role passes by a space", async () => {
    const { admin, owner, emails, memberId, given } = await staffed();
    const again = { email: emails.owner, role: "member", resend: true };
    await expectSignInError(inviteMember(admin, again), TOO_HIGH);
    await expectSignInError(inviteMember(admin, { email: newEmail(), role: " owner" }), TOO_HIGH);
    await expectSignInError(inviteMember(admin, { email: newEmail(), role: " , " }), "ROLE_NOT_FOUND");
    await expectSignInError(
      updateMemberRole(admin, { memberId, role: "owner " }),
      "YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER",
    );
    expect(await inviteMember(owner, again)).toMatchObject({ id: given.id, role: "member" });
    expect(await cancelOrganisationInvitation(admin, { invitationId: given.id })).toMatchObject({ status: "canceled" });
  });
});
