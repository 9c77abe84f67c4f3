import type { UserContext } from "../context";
import { findFlow } from "../flows/flow";
import { findByToken } from "../mailbox/find-by-token";

/** Returns whether a link's page must ask for the number, without using the link or telling whose it is. */
export async function describeMagicLink(
  ctx: UserContext,
  token: string,
): Promise<{ valid: boolean; needsNumber: boolean }> {
  const { magicLink } = ctx.project.settings.methods;
  const proof = await findByToken(ctx, token, ["sign-in"]);
  if (proof?.data.byOwner === true) return { valid: true, needsNumber: false };
  if (proof === null || !magicLink) return { valid: false, needsNumber: false };
  const flow = await findFlow(ctx, "magic-link", ({ id }) => id === proof.flowId);
  return { valid: true, needsNumber: flow === null };
}
