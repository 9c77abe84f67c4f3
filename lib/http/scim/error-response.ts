import { ERRORS, type ErrorCode } from "@/lib/core/error-table";
import type { ServiceError } from "@/lib/core/errors";
import { apiHeaders } from "../plain-answer";

export const SCIM_PREFIX = "/scim/";
export const SCIM_TYPE = "application/scim+json";

const ERROR_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The names that RFC 7644 section 3.12 has for these codes; it has none for the others. */
const SCIM_TYPES: Partial<Record<ErrorCode, string>> = {
  invalid_filter: "invalidFilter",
  invalid_path: "invalidPath",
  no_target: "noTarget",
  immutable_attribute: "mutability",
  too_many: "tooMany",
  invalid_json: "invalidSyntax",
  invalid_request: "invalidValue",
  foreign_email_domain: "invalidValue",
  conflict: "uniqueness",
  email_taken: "uniqueness",
};

/** Directories show `detail` to their administrators, and `code` is that of the one table. */
export function scimErrorResponse(error: ServiceError, requestId: string): Response {
  const { status } = ERRORS[error.code];
  const scimType = SCIM_TYPES[error.code];
  const body = {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail: error.message,
    code: error.code,
  };
  const headers = new Headers({ ...apiHeaders(requestId), "Content-Type": SCIM_TYPE, ...error.headers });
  if (error.retryAfterSeconds !== undefined) headers.set("Retry-After", String(error.retryAfterSeconds));
  return new Response(JSON.stringify(body), { status, headers });
}
