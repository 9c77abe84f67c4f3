import { toFailureCode } from "../../failure";
import type { MessageKey, Messages } from "./en";

/**
 * Puts values into a text: every `{name}` is replaced once, and what is put in is not read again.
 *
 * @example
 * fillIn("We sent a code to {email}.", { email: "ada@example.com" });
 */
export function fillIn(text: string, values: Readonly<Record<string, string>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? "") : placeholder,
  );
}

/**
 * What a refusal is called in the given language: by the wire's code, by the client's, or in the service's own words.
 *
 * @example
 * const text = describeFailure(en, "en", { code: "rate_limited", message: "…", retryAfterSeconds: 30 });
 */
export function describeFailure(
  messages: Messages,
  locale: string | undefined,
  failure: { code: string; message?: string; reason?: string; retryAfterSeconds?: number },
): string {
  const { code, message, reason, retryAfterSeconds } = readWireCode(failure);
  if (code === "rate_limited") {
    if (retryAfterSeconds === undefined) return messages["error.rate_limited_now"];
    return fillIn(messages["error.rate_limited"], { duration: formatDuration(locale, retryAfterSeconds) });
  }
  const byKey = (key: string) => (messages as Record<string, string | undefined>)[`error.${key}`];
  return byKey(reason ?? code) ?? byKey(code) ?? message ?? messages["error.service_error"];
}

/** A code of the wire, as a page without scripts is told it, becomes the client's. */
export function readWireCode<Shown extends { code: string; reason?: string }>(failure: Shown): Shown {
  if (!/^[A-Z_]+$/.test(failure.code)) return failure;
  return { ...failure, code: toFailureCode(400, failure.code), reason: failure.code.toLowerCase() };
}

/** `30 seconds` or `15 minutes`, in the language's own words. */
function formatDuration(locale: string | undefined, seconds: number): string {
  const [amount, unit] = seconds < 90 ? [seconds, "second"] : [Math.ceil(seconds / 60), "minute"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.max(1, amount));
}

/** A complete set out of some texts of one's own and a base. */
export function completeMessages(base: Messages, own: Partial<Record<MessageKey, string>> | undefined): Messages {
  return own === undefined ? base : { ...base, ...own };
}
