import type { UserContext } from "../context";
import { findFlow } from "../flow/flow";
import { findByToken } from "../mailbox/find-by-token";
import type { Verification } from "../mailbox/verification";

interface MagicLink {
  /** `null` when the link is unknown, used, replaced or expired. */
  proof: Verification | null;
  /** Whether this browser asked for the link. */
  isSameBrowser: boolean;
}

/**
 * Returns the proof of a link, without taking it. A link is taken before the flow of the browser that asked for it, so
 * without a flow the link is read again: the second of two clicks finds it used, and is not asked for the number.
 */
export async function findMagicLink(ctx: UserContext, token: string): Promise<MagicLink> {
  const find = () => findByToken(ctx, token, ["sign-in"]);
  const proof = await find();
  if (proof === null) return { proof, isSameBrowser: false };
  if ((await findFlow(ctx, "magic-link", ({ id }) => id === proof.flowId)) !== null)
    return { proof, isSameBrowser: true };
  return { proof: await find(), isSameBrowser: false };
}
