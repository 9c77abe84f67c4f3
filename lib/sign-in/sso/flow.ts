import { Email } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import type { FlowData } from "../flow/flow";

/** The person may have to sign in at the identity provider first. */
export const FLOW_SECONDS = 600;

/** The wishes that an app may have for a sign-in. */
export interface SsoWishes {
  callbackURL?: string | undefined;
  newUserCallbackURL?: string | undefined;
  errorCallbackURL?: string | undefined;
  loginHint?: string | undefined;
  /** The address that was typed, by which a refusal is found. */
  email?: string | undefined;
  prompt?: "login" | undefined;
  /** The largest age of the person's proof, in seconds. */
  maxAge?: number | undefined;
  acrValues?: string | undefined;
}

/** Returns from when on a proof counts, in milliseconds; `null` where any does. */
function oldestProof({ clock }: UserContext, { prompt, maxAge }: SsoWishes): number | null {
  if (prompt === "login") return clock.now().getTime();
  return maxAge === undefined ? null : clock.now().getTime() - maxAge * 1_000;
}

/** Returns the facts of its start that the end of a sign-in needs. */
export function flowDataOf(ctx: UserContext, connectionId: string, wishes: SsoWishes): FlowData {
  return {
    connectionId,
    callbackURL: wishes.callbackURL ?? null,
    newUserCallbackURL: wishes.newUserCallbackURL ?? null,
    errorCallbackURL: wishes.errorCallbackURL ?? null,
    email: Email.safeParse(wishes.email).data ?? null,
    acrValues: wishes.acrValues ?? null,
    reauthenticateFrom: oldestProof(ctx, wishes),
  };
}
