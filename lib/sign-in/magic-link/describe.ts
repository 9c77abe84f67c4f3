import type { UserContext } from "../context";
import { findFlow } from "../flows/flow";
import { findByToken } from "../mailbox/find-by-token";

/**
 * What the page of a link must ask for, without using the link up: `needsNumber` is true outside the browser that asked
 * for it. It never says whose link it is.
 */
export async function describeMagicLink(
  ctx: UserContext,
  token: string,
): Promise<{ valid: boolean; needsNumber: boolean }> {
  const { magicLink } = ctx.project.settings.methods;
  const proof = magicLink ? await findByToken(ctx, token, ["sign-in"]) : null;
  if (proof === null) return { valid: false, needsNumber: false };
  const flow = await findFlow(ctx, "magic-link");
  return { valid: true, needsNumber: flow?.id !== proof.flowId };
}
