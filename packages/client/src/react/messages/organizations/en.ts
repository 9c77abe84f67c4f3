/**
 * The texts of `OrganizationSwitcher` and `OrganizationProfile` in English, beside those of `en`.
 *
 * @example
 * <AuthProvider value={auth} messages={{ ...organizationsEn, "organization.personal": "My workspace" }}>
 */
export const organizationsEn = {
  "organization.title": "Organisation",
  "organization.switch": "Organisation: {name}",
  "organization.list": "Organisations",
  "organization.personal": "Personal account",
  "organization.choose": "Choose an organisation",
  "organization.none": "You aren't working in an organisation right now.",
  "organization.manage": "Manage organisation",
  "organization.create": "Create an organisation",
  "organization.createSubmit": "Create organisation",
  "organization.close": "Close",
  "organization.received": "Invitations for you",
  "organization.receivedFrom": "{name}, invited by {email}",
  "organization.join": "Join {name}",
  "organization.decline": "Decline {name}",
  "organization.slug": "Short name",
  "organization.slugHint": "Used in links. Lower-case letters, digits and hyphens.",
  "organization.logo": "Logo URL (optional)",
  "organization.members": "Members",
  "organization.you": "You",
  "organization.more": "Show more",
  "organization.role": "Role",
  "organization.owner": "Owner",
  "organization.admin": "Admin",
  "organization.member": "Member",
  "organization.changeRole": "Change role",
  "organization.removeMember": "{name} loses access at once. You can invite them again.",
  "organization.invitations": "Invitations",
  "organization.invite": "Invite people",
  "organization.inviteSubmit": "Send invitation",
  "organization.invited": "We've sent {email} an invitation.",
  "organization.pending": "Pending invitations",
  "organization.expires": "Expires {date}",
  "organization.resend": "Send again",
  "organization.revoke": "Revoke",
  "organization.leave": "Leave organisation",
  "organization.leaveText": "You lose access at once. To come back, you need an invitation.",
  "organization.delete": "Delete organisation",
  "organization.deleteText": "This permanently deletes {name}, with its members and invitations. It can't be undone.",
  "organization.typeName": "Type {name} to confirm",
  "error.name_mismatch": "That isn't the organisation's name. Type it exactly as shown.",
  "error.not_allowed": "You don't have permission to do this.",
  "error.organization_already_exists": "This short name is taken. Choose another.",
  "error.organization_slug_already_taken": "This short name is taken. Choose another.",
  "error.organization_not_found": "This organisation no longer exists, or you're no longer a member.",
  "error.user_is_not_a_member_of_the_organization": "This organisation no longer exists, or you're no longer a member.",
  "error.member_not_found": "This person is no longer a member.",
  "error.user_is_already_a_member_of_this_organization": "This person is already a member.",
  "error.user_is_already_invited_to_this_organization": "This person has already been invited.",
  "error.invitation_not_found": "This invitation has expired, was revoked or has already been answered.",
  "error.inviter_is_no_longer_a_member_of_the_organization": "This invitation is no longer valid. Ask for a new one.",
  "error.invitation_limit_reached": "Too many invitations are pending. Revoke one first.",
  "error.organization_membership_limit_reached": "This organisation can't have any more members.",
  "error.you_have_reached_the_maximum_number_of_organizations": "You can't create any more organisations.",
  "error.you_cannot_leave_the_organization_as_the_only_owner":
    "An organisation needs an owner. Make someone else an owner first.",
  "error.you_cannot_leave_the_organization_without_an_owner":
    "An organisation needs an owner. Make someone else an owner first.",
} as const;

/**
 * The key of a text of the components for organizations.
 *
 * @example
 * const key: OrganizationMessageKey = "organization.title";
 */
export type OrganizationMessageKey = keyof typeof organizationsEn;

/**
 * All texts of the components for organizations in one language.
 *
 * @example
 * const nl: OrganizationMessages = { ...organizationsEn, "organization.title": "Organisatie" };
 */
export type OrganizationMessages = Readonly<Record<OrganizationMessageKey, string>>;
