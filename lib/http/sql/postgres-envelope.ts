import type { ErrorCode } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { SQLSTATE } from "@/lib/core/sql-state";
import { fieldsOf } from "@/lib/sql/over-http/sql-error";
import { envelope } from "../envelope";
import type { Refusals } from "../serve";
import { toServiceError } from "../to-service-error";

/** The SQLSTATE of each refusal that is not Postgres' own; of any other, `internal_error`. */
const SQLSTATES: Partial<Record<ErrorCode, string>> = {
  invalid_request: SQLSTATE.invalidParameterValue,
  invalid_json: SQLSTATE.protocolViolation,
  unsupported_media_type: SQLSTATE.protocolViolation,
  body_too_large: SQLSTATE.programLimitExceeded,
  response_too_large: SQLSTATE.programLimitExceeded,
  request_timeout: SQLSTATE.queryCanceled,
  rate_limited: SQLSTATE.tooManyConnections,
  conflict: SQLSTATE.cannotConnectNow,
  database_not_ready: SQLSTATE.cannotConnectNow,
  over_quota: SQLSTATE.cannotConnectNow,
  host_unavailable: SQLSTATE.cannotConnectNow,
  service_unavailable: SQLSTATE.cannotConnectNow,
};

/** Writes every refusal with the fields of an error of Postgres beside the envelope: drivers read no others. */
export const postgresEnvelope: Refusals = {
  isOwnFailure: (error) => envelope.isOwnFailure(error),
  codeFor: (error) => envelope.codeFor(error),
  respond(error, exchange) {
    const refusal = toServiceError(error);
    if (Object.keys(refusal.fields).length > 0) return envelope.respond(refusal, exchange);
    const { code, message, details, retryAfterSeconds, headers } = refusal;
    const fields = fieldsOf(message, SQLSTATES[code] ?? SQLSTATE.internalError);
    const retrying = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
    return envelope.respond(new ServiceError(code, message, { details, headers, fields, ...retrying }), exchange);
  },
};
