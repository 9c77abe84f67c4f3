import type { UserContext } from "../context";
import { findFlow } from "../flows/flow";
import { findByToken } from "../mailbox/find-by-token";

/**
 * Returns what the page of a link must ask for, without using the link, but never whose link it is: `needsNumber` is
 * true outside the browser that asked for it.
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
