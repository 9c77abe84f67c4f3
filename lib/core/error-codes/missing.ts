import type { ErrorDefinition } from "./definition";

/** Statuses 404 to 408: there is nothing here, or no such method, or the request did not come. */
export const MISSING = {
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
} as const satisfies Record<string, ErrorDefinition>;
