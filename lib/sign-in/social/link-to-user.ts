import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { findUserOfProfile, linkAccount } from "./account";

/** The flow names the user who asked: the Strict session cookie does not travel with the provider's redirect. */
interface LinkRequest {
  userId: string | null;
  sessionId: unknown;
}

/**
 * Links the person at the provider to the user who asked for it and still has that session. Mail addresses may differ.
 * An account that is linked already stays linked. Throws `SocialFailure`.
 */
export async function linkToUser(
  ctx: UserContext,
  { userId, sessionId }: LinkRequest,
  provider: string,
  profile: ProviderProfile,
): Promise<void> {
  try {
    await withTransaction(ctx, async (tx) => {
      const session = await tx.db.session.findFirst({
        where: {
          id: String(sessionId),
          userId: userId ?? "",
          projectId: tx.project.id,
          expiresAt: { gt: tx.clock.now() },
          user: { bannedAt: null },
        },
        select: { user: { select: { id: true, email: true } } },
      });
      if (!session) throw new SocialFailure("unable_to_link_account", { reason: "session_ended", userId });
      const owner = await findUserOfProfile(tx, provider, profile);
      if (owner?.id === userId) return;
      if (owner) throw new SocialFailure("account_already_linked_to_different_user", { userId });
      await linkAccount(tx, session.user, provider, profile);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new SocialFailure("account_already_linked_to_different_user", { reason: "linked_meanwhile", userId });
  }
}
