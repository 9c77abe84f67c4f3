import { ACCOUNT_REASONS } from "./account";
import { CODE_REASONS } from "./codes";
import { PASSKEY_REASONS } from "./passkey";
import type { ReasonText, ReasonTexts } from "./reason";
import { SET_UP_REASONS } from "./set-up";
import { SOCIAL_REASONS } from "./social";
import { SSO_REASONS } from "./sso";

/** Every reason of a refusal by its area; docs/troubleshooting-sign-in.md has the same table. */
export const REASON_AREAS = [
  { title: "Account and password", reasons: ACCOUNT_REASONS },
  { title: "Links and codes", reasons: CODE_REASONS },
  { title: "Limits and settings", reasons: SET_UP_REASONS },
  { title: "Passkeys", reasons: PASSKEY_REASONS },
  { title: "Providers", reasons: SOCIAL_REASONS },
  { title: "Single sign-on", reasons: SSO_REASONS },
] as const satisfies readonly { title: string; reasons: ReasonTexts }[];

const REASONS: ReasonTexts = Object.assign({}, ...REASON_AREAS.map(({ reasons }) => reasons));

/** Returns how a reason is told. Failures inside the exchange with a provider share one text. */
export function reasonText(reason: string | null, data: unknown = null): ReasonText {
  const known = reason === null ? undefined : REASONS[reason];
  if (known) return known;
  const isOfProvider = typeof data === "object" && data !== null && "provider" in data;
  return isOfProvider ? SOCIAL_REASONS.provider_failed : SET_UP_REASONS.other;
}
