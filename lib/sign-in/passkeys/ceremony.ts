import type { UserContext } from "../context";
import { SignInError, type SignInErrorCode } from "../errors";
import { recordSecurityEvent, type SecurityEventEntry } from "../events/record";

/** A challenge must be answered within this time, in the browser it was given to. */
export const CEREMONY_SECONDS = 300;

/** Why a ceremony's answer is refused. The API shows one code for all reasons. */
export class CeremonyRefusal extends Error {
  readonly reason: string;
  readonly data: Record<string, string | number | boolean>;

  constructor(reason: string, data: Record<string, string | number | boolean> = {}, cause?: unknown) {
    super(reason, { cause });
    this.name = "CeremonyRefusal";
    this.reason = reason;
    this.data = data;
  }
}

/** Records the true reason and returns the error that the API shows. */
export async function refuseCeremony(
  ctx: UserContext,
  entry: Pick<SecurityEventEntry, "kind" | "userId" | "reason" | "data">,
  code: SignInErrorCode,
): Promise<SignInError> {
  const data = { factor: "passkey", ...entry.data };
  await recordSecurityEvent(ctx, { ...entry, outcome: "refused", data });
  return new SignInError(code);
}
