import { isSamlError } from "@/lib/core/ports/saml";
import { isSocialFailure, SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import type { Flow } from "../flow/flow";
import { resolveAddress } from "../flow/lead-on";
import { isWithinAddressLimit } from "../flow/limits";
import { onwardQuery } from "../flow/onward";
import { failedAddress, type OneShot } from "../flow/outcome";
import { SignInResult } from "../result";

/** The addresses to which a sign-in leads in the end, each checked when it began. */
export interface SsoAddresses {
  callbackURL: string | null;
  newUserCallbackURL: string | null;
  errorCallbackURL: string | null;
}

const NO_ADDRESSES: SsoAddresses = { callbackURL: null, newUserCallbackURL: null, errorCallbackURL: null };

export function addressesOf(flow: Pick<Flow, "data"> | null): SsoAddresses {
  return { ...NO_ADDRESSES, ...(flow?.data as Partial<SsoAddresses> | undefined) };
}

/** Returns the secret of the opener: with OpenID Connect the state in the address, with SAML the flow's ID in the response. */
export function oneShotOf({ id, secrets }: Pick<Flow, "id" | "secrets">): OneShot {
  return secrets.state === undefined ? { kind: "saml", secret: id } : { kind: "sso", secret: secrets.state };
}

interface Attempt {
  flow: Pick<Flow, "data"> | null;
  connectionId: string;
  /** Set once an assertion was accepted; before, the address that was typed counts. */
  email?: string | null;
  /** The address that was opened, where no flow belongs to it any more. */
  used?: OneShot | null;
}

/**
 * Records the refusal with its true reason, and leads to the page that explains a failure. Other errors are thrown on.
 */
export async function refuseSso(ctx: UserContext, attempt: Attempt, error: unknown): Promise<SignInResult<null>> {
  const failure = toFailure(error);
  await recordFailure(ctx, attempt, failure);
  const { errorCallbackURL, callbackURL } = addressesOf(attempt.flow);
  const used = attempt.flow === null ? (attempt.used ?? null) : null;
  const address = errorCallbackURL ?? failedAddress(ctx, used, onwardQuery(ctx, callbackURL));
  const target = resolveAddress(ctx, address);
  target.searchParams.set("error", failure.code);
  return new SignInResult(null, { redirect: target.href });
}

function toFailure(error: unknown): SocialFailure {
  if (isSocialFailure(error)) return error;
  if (isSamlError(error))
    return new SocialFailure("invalid_saml_response", { reason: error.refusal, detail: error.detail });
  if (error instanceof SignInError && error.code === "BANNED_USER") return new SocialFailure("banned");
  throw error;
}

/**
 * A blocked user's sign-in has its event already. A response that belongs to no sign-in of this project is
 * rate-limited, since sending it is free.
 */
async function recordFailure(
  ctx: UserContext,
  { flow, connectionId, email }: Attempt,
  { code, reason, userId, detail }: SocialFailure,
): Promise<void> {
  if (code === "banned") return;
  if (flow === null && !(await isWithinAddressLimit(ctx, "ssoPerAddress"))) return;
  const typed = typeof flow?.data.email === "string" ? flow.data.email : null;
  const about = email ?? typed;
  const told = { ...(detail !== null && { detail }), ...(about !== null && { email: about }) };
  const data = { provider: connectionId.slice(0, 64), error: code, ...told };
  await recordSecurityEvent(ctx, { kind: "session.sign_in", outcome: "refused", userId, reason, data });
}
