import type { ErrorDefinition } from "./definition";

/** Statuses 400 to 403: the request is not understood, or not allowed. */
export const UNFIT_REQUESTS = {
  invalid_json: {
    status: 400,
    retryable: false,
    meaning: "The body isn't valid UTF-8 JSON. By SCIM, also operations that the protocol doesn't have.",
  },
  invalid_request: {
    status: 400,
    retryable: false,
    meaning: "A field or parameter is missing, unknown or of the wrong type. `details` names it.",
  },
  invalid_name: {
    status: 400,
    retryable: false,
    meaning:
      "The name is empty, longer than 40 characters after trimming, or contains line breaks, control characters or invisible characters.",
  },
  invalid_key: {
    status: 400,
    retryable: false,
    meaning:
      "The object's key is empty, longer than 1,024 bytes, not UTF-8 in NFC, starts with a slash, or contains control characters, backslashes, or segments that are empty, `.` or `..`.",
  },
  invalid_filter: {
    status: 400,
    retryable: false,
    meaning: "A SCIM filter can't be read, is too long, or has an attribute or operator that isn't supported.",
  },
  invalid_path: {
    status: 400,
    retryable: false,
    meaning: "The path of a SCIM operation can't be read, or names an attribute that isn't in the schema.",
  },
  no_target: { status: 400, retryable: false, meaning: "A SCIM operation that removes has no path." },
  immutable_attribute: { status: 400, retryable: false, meaning: "A SCIM attribute can't be changed." },
  too_many: { status: 400, retryable: false, meaning: "A SCIM answer would have too many values." },
  foreign_email_domain: {
    status: 400,
    retryable: false,
    meaning: "The connection hasn't verified the domain of the email address, so its company can't vouch for it.",
  },
  invalid_id: { status: 400, retryable: false, meaning: "The ID in the path doesn't have the form of an ID." },
  invalid_signature: {
    status: 400,
    retryable: false,
    meaning: "The signature is missing, wrong, or older than five minutes.",
  },
  sql_error: {
    status: 400,
    retryable: false,
    meaning:
      "PostgreSQL refused the statement, or the connection string. The body has the error's fields, `code` with the SQLSTATE.",
  },
  unauthorized: {
    status: 401,
    retryable: false,
    meaning: "The bearer key is missing, malformed, unknown, expired or revoked.",
  },
  token_expired: { status: 401, retryable: false, meaning: "The user's token has expired. Get a new one." },
  limit_reached: { status: 402, retryable: false, meaning: "The organisation has reached a limit of its plan." },
  plan_excluded: { status: 402, retryable: false, meaning: "The organisation's plan doesn't include this feature." },
  over_quota: {
    status: 402,
    retryable: false,
    meaning: "The database used more space, or more of its host, than it's allowed, and is closed for a while.",
  },
  feature_disabled: { status: 402, retryable: false, meaning: "The feature is switched off." },
  key_scope_too_narrow: {
    status: 403,
    retryable: false,
    meaning:
      "The key's scope is too narrow: a key for one database where an organisation-wide key is needed, or a project's key with a lesser scope.",
  },
  server_key_in_browser: {
    status: 403,
    retryable: false,
    meaning:
      "A server key was sent from a browser, where anyone can read it. Use it on servers only, and revoke this one.",
  },
  read_only_key: { status: 403, retryable: false, meaning: "The key is read-only. This route needs a read-write key." },
  management_not_enabled: {
    status: 403,
    retryable: false,
    meaning: "The operator hasn't switched on the management API for this organisation.",
  },
  missing_permission: {
    status: 403,
    retryable: false,
    meaning: "The member's role doesn't have this permission, or no rule of the project allows it.",
  },
  project_suspended: {
    status: 403,
    retryable: false,
    meaning: "The project is suspended: it can be read but not changed, and no one can sign in.",
  },
  origin_direct_rejected: {
    status: 403,
    retryable: false,
    meaning: "The request didn't come through the reverse proxy, which sets the client's address.",
  },
  invalid_link: {
    status: 403,
    retryable: false,
    meaning: "The link to an object is incomplete, was changed or has expired. Get a new one.",
  },
  foreign_origin: {
    status: 403,
    retryable: false,
    meaning:
      "The request came from a page that can't send it: only the service's own pages can, or those of the project's allowed origins.",
  },
} as const satisfies Record<string, ErrorDefinition>;
