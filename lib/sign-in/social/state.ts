import { timingSafeEqual } from "node:crypto";
import { hashSecretText } from "@/lib/core/crypto/secret-text";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { type Flow, findFlow } from "../flow/flow";

/** The flow's row has the hash, so that the state itself is in the browser's cookie alone. */
export function hashState(state: string): string {
  return Buffer.from(hashSecretText(`social-state:${state}`)).toString("base64url");
}

export function isStateOf({ data }: Pick<Flow, "data">, state: string): boolean {
  const [given, expected] = [hashState(state), String(data.stateHash)];
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}

/** Returns this browser's flow with this state; throws `SocialFailure` where it has none, or others alone. */
export async function findFlowOfState(ctx: UserContext, kind: "social" | "sso", state: string): Promise<Flow> {
  const found = await findFlow(ctx, kind, (each) => isStateOf(each, state));
  if (found) return found;
  const hasOthers = (await findFlow(ctx, kind)) !== null;
  throw new SocialFailure("state_mismatch", hasOthers ? {} : { reason: "no_flow_in_this_browser" });
}
