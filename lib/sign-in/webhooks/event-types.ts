/** The events that an endpoint can be sent; triggers of the migrations write all but the last. */
export const WEBHOOK_EVENT_TYPES = [
  "user.created",
  "user.updated",
  "user.deleted",
  "session.created",
  "session.ended",
  "password.changed",
  "passkey.added",
  "passkey.removed",
  "two_factor.enabled",
  "two_factor.disabled",
  "organization.created",
  "organization.updated",
  "organization.deleted",
  "organization_member.added",
  "organization_member.removed",
  "organization_member.role_changed",
  "organization_invitation.created",
  "organization_invitation.accepted",
  "organization_invitation.rejected",
  "organization_invitation.canceled",
] as const;

const GROUPS: readonly [label: string, subjects: RegExp][] = [
  ["Users", /^user\./],
  ["Sessions", /^session\./],
  ["Organisations", /^organization/],
  ["Security", /^(?!user\.|session\.|organization)/],
];

/** The types in the groups that forms show. */
export const WEBHOOK_EVENT_GROUPS = GROUPS.map(([label, subjects]) => ({
  label,
  values: WEBHOOK_EVENT_TYPES.filter((type) => subjects.test(type)),
}));

/** Is sent on request alone, regardless of an endpoint's choice. */
export const TEST_EVENT_TYPE = "webhook.test";
