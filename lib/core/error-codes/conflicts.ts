import type { ErrorDefinition } from "./definition";

/** Statuses 409 to 460: the request is understood, and does not go with the state of things. */
export const CONFLICTS = {
  name_taken: {
    status: 409,
    retryable: false,
    meaning: "Another database or branch in the organisation has this name. For a project, another project has it.",
  },
  email_taken: { status: 409, retryable: false, meaning: "Another user of the project has this email address." },
  slug_taken: { status: 409, retryable: false, meaning: "Another organisation of users in the project has this slug." },
  database_not_ready: {
    status: 409,
    retryable: true,
    meaning: "The database is being created or changed, or has failed. Try again when it's `ready`.",
  },
  not_a_test_user: {
    status: 409,
    retryable: false,
    meaning: "A real user has this address. Testing tokens sign in test users only.",
  },
  conflict: {
    status: 409,
    retryable: false,
    meaning:
      "The change conflicts with the current state: something already exists, or something else still depends on it.",
  },
  change_conflict: {
    status: 409,
    retryable: false,
    meaning: "The rows have changed since, so nothing was changed.",
  },
  idempotency_in_flight: {
    status: 409,
    retryable: true,
    meaning: "A request with this Idempotency-Key is still running.",
  },
  precondition_failed: {
    status: 412,
    retryable: false,
    meaning:
      "The object isn't in the state that `If-Match`, `If-None-Match` or `overwrite` asks for, so nothing was changed.",
  },
  unsupported_version: {
    status: 412,
    retryable: false,
    meaning: "The request names another version of tus than the version spoken here, which `Tus-Version` has.",
  },
  body_too_large: { status: 413, retryable: false, meaning: "The body is larger than this route allows." },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    meaning:
      "The body must be sent as `application/json`, without a content encoding; a part of an upload as `application/offset+octet-stream`.",
  },
  type_not_allowed: {
    status: 415,
    retryable: false,
    meaning: "The bucket doesn't take objects of this type.",
  },
  time_not_restorable: {
    status: 422,
    retryable: false,
    meaning:
      "The database isn't kept as of this time. The message says which times are, and in a gap the nearest before and after.",
  },
  checksum_mismatch: {
    status: 422,
    retryable: false,
    meaning: "The bytes don't have the SHA-256 hash that was announced.",
  },
  picture_failed: {
    status: 422,
    retryable: false,
    meaning:
      "The picture can't be made: the object isn't a picture that can be read, or needs too much time or memory.",
  },
  deploy_failed: {
    status: 422,
    retryable: false,
    meaning: "The function can't be started: its files don't make one program, or it fails while it's loaded.",
  },
  idempotency_mismatch: {
    status: 422,
    retryable: false,
    meaning: "This Idempotency-Key was already used with a different body.",
  },
  upgrade_required: {
    status: 426,
    retryable: false,
    meaning: "The path takes WebSockets only, and the request asks for none, or a proxy didn't pass on that it does.",
  },
  part_mismatch: {
    status: 460,
    retryable: true,
    meaning: "The part of an upload doesn't have the hash of its `Upload-Checksum`, and nothing of it was kept.",
  },
  rate_limited: { status: 429, retryable: true, meaning: "Too many requests. `Retry-After` says when to try again." },
} as const satisfies Record<string, ErrorDefinition>;
