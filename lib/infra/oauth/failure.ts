import * as oauth from "oauth4webapi";
import { toOneLine } from "@/lib/core/names";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import { ProviderUnreachable } from "./provider-fetch";

const MAX_DETAIL_LENGTH = 300;

/**
 * Returns a failure without the library's message, which may hold the provider's answer, tokens included. `otherwise`
 * is the detail of an error that tells none.
 */
export function toFailure(
  error: unknown,
  code: "invalid_code" | "unable_to_get_user_info" | "temporarily_unavailable",
  reason: string,
  otherwise: string | null = null,
): SocialFailure {
  if (error instanceof SocialFailure) return error;
  const detail = detailOf(error) ?? otherwise;
  if (error instanceof ProviderUnreachable) return new SocialFailure("temporarily_unavailable", { reason, detail });
  return new SocialFailure(code, { reason, detail });
}

/** The provider's error (RFC 6749 section 5.2), or which claim was wrong. */
function detailOf(error: unknown): string | null {
  if (error instanceof ProviderUnreachable) return error.message;
  if (error instanceof oauth.ResponseBodyError) return said(error.error, error.error_description);
  if (error instanceof oauth.WWWAuthenticateChallengeError) {
    const [challenge] = error.cause;
    const { error: code = "invalid_client", error_description } = challenge?.parameters ?? {};
    return said(code, error_description);
  }
  if (!(error instanceof oauth.OperationProcessingError)) return null;
  const claim: unknown = Reflect.get(Object(error.cause), "claim");
  if (error.code === oauth.JWT_TIMESTAMP_CHECK) return `clock${typeof claim === "string" ? `: ${claim}` : ""}`;
  return typeof claim === "string" ? `claim: ${claim}` : null;
}

function said(code: string, description: string | undefined): string {
  return toOneLine(description ? `${code}: ${description}` : code).slice(0, MAX_DETAIL_LENGTH);
}
