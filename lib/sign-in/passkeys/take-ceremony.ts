import type { UserContext } from "../context";
import { type Flow, findFlow, takeFlow } from "../flow/flow";
import { challengeIn } from "./client-data";

/**
 * Ends the ceremony of this browser that an answer is for. An answer to none of them spends the newest, so that no
 * browser tries without end.
 */
export async function takeCeremony(
  ctx: UserContext,
  kind: "passkey-registration" | "passkey-authentication",
  response: unknown,
): ReturnType<typeof takeFlow> {
  const challenge = challengeIn(response);
  const isAnswered = ({ secrets }: Flow) => secrets.challenge === challenge;
  const isThere = (await findFlow(ctx, kind, isAnswered)) !== null;
  return takeFlow(ctx, kind, isThere ? isAnswered : undefined);
}
