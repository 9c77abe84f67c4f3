import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";
import { findFlow } from "./flow";
import { isKnownBrowser } from "./known-browser";

/** Returns whether this browser is signed in to the account or created it. */
export async function isOwnBrowser(ctx: UserContext, userId: string): Promise<boolean> {
  if (ctx.session?.user.id === userId) return true;
  return (await findFlow(ctx, "email-verification", (flow) => flow.userId === userId)) !== null;
}

/**
 * Returns whether the person holds the account besides its mailbox: this browser is its own, or has signed in to it. An
 * earlier account of the same address doesn't count.
 */
export async function holdsAccount(ctx: UserContext, user: SessionUser): Promise<boolean> {
  return (await isOwnBrowser(ctx, user.id)) || isKnownBrowser(ctx, user.email, user.createdAt);
}
