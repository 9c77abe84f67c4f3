import { describeFailure } from "@coppice/auth/messages";
import type { FormNotice } from "@/lib/auth/forms/notice";
import type { Locale } from "@/lib/locale";
import { COMPONENT_MESSAGES } from "./component-messages";

/** Codes of the wire that the client package has names of its own for. */
const RATE_LIMITED = new Set(["TOO_MANY_REQUESTS", "TOO_MANY_ATTEMPTS", "ACCOUNT_TEMPORARILY_LOCKED"]);

/** Why a form was refused, as the components of the client package show it. */
export function formFailure(notice: FormNotice | null) {
  if (notice?.code === undefined) return undefined;
  const { code, retryAfterSeconds } = notice;
  if (RATE_LIMITED.has(code)) return { code: "rate_limited", ...(retryAfterSeconds && { retryAfterSeconds }) };
  return { code: code.toLowerCase() };
}

/** The same in words. */
export function failureText(locale: Locale, notice: FormNotice | null): string | null {
  const failure = formFailure(notice);
  return failure ? describeFailure(COMPONENT_MESSAGES[locale], locale, failure) : null;
}
