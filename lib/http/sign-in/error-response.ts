import { ServiceError } from "@/lib/core/errors";
import { SignInError, type SignInErrorCode } from "@/lib/sign-in/errors";
import { type RouteDefinition, signInErrorStatus } from "../definition";
import { apiHeaders, JSON_TYPE } from "../plain-answer";
import { toServiceError } from "../to-service-error";

/** Returns the refusal that the caller sees; the cause of a foreign error stays in the log. */
export function toSignInError(error: unknown): SignInError {
  if (error instanceof SignInError) return error;
  const { code, message, retryAfterSeconds } = toServiceError(error);
  const retry = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  switch (code) {
    case "body_too_large":
      return new SignInError("PAYLOAD_TOO_LARGE", { message });
    case "request_timeout":
      return new SignInError("REQUEST_TIMEOUT");
    case "unsupported_media_type":
      return new SignInError("UNSUPPORTED_MEDIA_TYPE", { message });
    case "origin_direct_rejected":
      return new SignInError("ORIGIN_DIRECT_REJECTED", { message });
    case "service_unavailable":
      return new SignInError("SERVICE_UNAVAILABLE", { ...retry, cause: error });
    default:
      return new SignInError("INTERNAL_SERVER_ERROR", { cause: error });
  }
}

interface ErrorAnswer {
  definition: RouteDefinition;
  requestId: string;
  headers: Headers;
  /** Whether a developer may read the hint, which names things that nobody else needs to know. */
  showsHint: boolean;
}

/** The client reads `X-Retry-After`, which is set beside `Retry-After`. */
export function signInErrorResponse(
  error: SignInError,
  { definition, requestId, headers, showsHint }: ErrorAnswer,
): Response {
  const status = signInErrorStatus(definition, error.code);
  for (const [name, value] of Object.entries(apiHeaders(requestId))) headers.set(name, value);
  headers.set("Content-Type", JSON_TYPE);
  if (error.retryAfterSeconds !== undefined) {
    headers.set("Retry-After", String(error.retryAfterSeconds));
    headers.set("X-Retry-After", String(error.retryAfterSeconds));
  }
  if (error.code === "INVALID_PUBLIC_KEY") headers.set("WWW-Authenticate", "Bearer");
  // The rest of a refused body is not read, so the connection cannot carry another request.
  if (status === 413 || status === 408) headers.set("Connection", "close");
  const { code, message, hint } = error;
  const oauth = definition.signIn?.isOAuth && oauthError(error);
  return new Response(JSON.stringify({ code, message, ...oauth, ...(showsHint && { hint }) }), { status, headers });
}

const OAUTH_CODES: Partial<Record<SignInErrorCode, string>> = {
  VALIDATION_ERROR: "invalid_request",
  BAD_REQUEST: "invalid_request",
  INVALID_USER_CODE: "invalid_request",
  DEVICE_CODE_ALREADY_PROCESSED: "invalid_request",
  DEVICE_CODE_DISABLED: "unauthorized_client",
  INTERNAL_SERVER_ERROR: "server_error",
  SERVICE_UNAVAILABLE: "temporarily_unavailable",
};

/** The code as clients of OAuth know it. */
export function oauthError({ code, message }: Pick<SignInError, "code" | "message">) {
  return { error: OAUTH_CODES[code] ?? code.toLowerCase(), error_description: message };
}

export function isOwnFailure(error: unknown): boolean {
  if (error instanceof SignInError) return false;
  const code = toServiceError(error).code;
  return code === "internal_error" || (code === "service_unavailable" && !(error instanceof ServiceError));
}
