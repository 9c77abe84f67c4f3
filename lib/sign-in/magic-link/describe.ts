import type { UserContext } from "../context";
import { findMagicLink } from "./find";

/** Returns whether a link's page must ask for the number, without using the link or telling whose it is. */
export async function describeMagicLink(
  ctx: UserContext,
  token: string,
): Promise<{ valid: boolean; needsNumber: boolean }> {
  const { magicLink } = ctx.project.settings.methods;
  const { proof, isSameBrowser } = await findMagicLink(ctx, token);
  if (proof?.data.byOwner === true) return { valid: true, needsNumber: false };
  if (proof === null || !magicLink) return { valid: false, needsNumber: false };
  return { valid: true, needsNumber: !isSameBrowser };
}
