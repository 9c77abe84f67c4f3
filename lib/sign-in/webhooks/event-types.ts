/** What an endpoint can be sent; the triggers of the migration `webhooks` write all but the last. */
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
] as const;

/** Is sent on request alone, whatever an endpoint has chosen. */
export const TEST_EVENT_TYPE = "webhook.test";
