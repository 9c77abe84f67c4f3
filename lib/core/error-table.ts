interface ErrorDefinition {
  status: number;
  retryable: boolean;
  meaning: string;
}

export const ERRORS = {
  invalid_json: { status: 400, retryable: false, meaning: "The body isn't valid UTF-8 JSON." },
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
  not_found: { status: 404, retryable: false, meaning: "There's nothing at this path." },
  database_not_found: {
    status: 404,
    retryable: false,
    meaning: "The database doesn't exist, or belongs to another organisation.",
  },
  project_not_found: {
    status: 404,
    retryable: false,
    meaning: "The project doesn't exist, or belongs to another organisation.",
  },
  user_not_found: {
    status: 404,
    retryable: false,
    meaning: "The user doesn't exist, or belongs to another project.",
  },
  organization_not_found: {
    status: 404,
    retryable: false,
    meaning: "The organisation of users doesn't exist, or belongs to another project.",
  },
  sso_connection_not_found: {
    status: 404,
    retryable: false,
    meaning: "The connection for single sign-on doesn't exist, or belongs to another project.",
  },
  organization_member_not_found: {
    status: 404,
    retryable: false,
    meaning: "The user isn't a member of the organisation.",
  },
  bucket_not_found: {
    status: 404,
    retryable: false,
    meaning: "The bucket doesn't exist, belongs to another project, or its policy doesn't let you list it.",
  },
  object_not_found: {
    status: 404,
    retryable: false,
    meaning: "The object doesn't exist, or the bucket's policy doesn't let you read it.",
  },
  upload_not_found: {
    status: 404,
    retryable: false,
    meaning: "The upload doesn't exist, has ended, or its address is wrong or has expired.",
  },
  function_not_found: {
    status: 404,
    retryable: false,
    meaning: "The function doesn't exist, belongs to another project, or has no version that runs.",
  },
  version_not_found: {
    status: 404,
    retryable: false,
    meaning: "The function has no such version, or it isn't kept any more.",
  },
  report_not_found: { status: 404, retryable: false, meaning: "The abuse report doesn't exist." },
  method_not_allowed: {
    status: 405,
    retryable: false,
    meaning: "The path doesn't accept this method. `Allow` lists the methods it accepts.",
  },
  request_timeout: {
    status: 408,
    retryable: true,
    meaning: "The request was sent too slowly, or took longer than allowed.",
  },
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
    meaning: "The object isn't what `If-Match`, `If-None-Match` or `overwrite` asks for, so nothing was changed.",
  },
  body_too_large: { status: 413, retryable: false, meaning: "The body is larger than this route allows." },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    meaning: "The body must be sent as `application/json`, without a content encoding.",
  },
  type_not_allowed: {
    status: 415,
    retryable: false,
    meaning: "The bucket doesn't take objects of this type.",
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
  rate_limited: { status: 429, retryable: true, meaning: "Too many requests. `Retry-After` says when to try again." },
  internal_error: {
    status: 500,
    retryable: true,
    meaning: "Something went wrong in the service. Its log has the cause under the request ID.",
  },
  draft_invalid: {
    status: 502,
    retryable: true,
    meaning: "The language model's answer can't be used. Try again, or say it in other words.",
  },
  function_failed: {
    status: 502,
    retryable: false,
    meaning: "The function threw an error, or used more memory or time than allowed. Its log says more.",
  },
  ai_unavailable: { status: 503, retryable: true, meaning: "The language model doesn't answer." },
  function_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The function can't be run right now: there's no room for it, or it was ended too often.",
  },
  host_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The database's host doesn't respond, or no host has room.",
  },
  not_configured: {
    status: 503,
    retryable: false,
    meaning: "The operator hasn't set up what this route needs.",
  },
  service_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The service's own database doesn't respond.",
  },
  function_timeout: {
    status: 504,
    retryable: false,
    meaning: "The function took longer than the plan allows.",
  },
  response_too_large: {
    status: 507,
    retryable: false,
    meaning: "The answer would be larger than 16 MB. Ask for fewer rows or columns.",
  },
} as const satisfies Record<string, ErrorDefinition>;

export type ErrorCode = keyof typeof ERRORS;
