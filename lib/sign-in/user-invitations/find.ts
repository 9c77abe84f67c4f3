import type { UserContext } from "../context";
import { findUserByEmail } from "../users/find";
import { invitationHash } from "./internal";

const TOKEN = /^[0-9A-Za-z]{1,64}$/;

export interface FoundUserInvitation {
  id: string;
  email: string;
  redirectTo: string | null;
  tokenHash: Uint8Array<ArrayBuffer>;
  /** Whether the address got an account in another way meanwhile. */
  hasUser: boolean;
}

/** Returns the invitation of a link, without accepting it; `null` when it is unknown, used, replaced or expired. */
export async function findUserInvitation(ctx: UserContext, token: string): Promise<FoundUserInvitation | null> {
  if (!TOKEN.test(token)) return null;
  const row = await ctx.db.userInvitation.findFirst({
    where: { projectId: ctx.project.id, tokenHash: invitationHash(token), expiresAt: { gt: ctx.clock.now() } },
    select: { id: true, email: true, redirectTo: true, tokenHash: true },
  });
  return row && { ...row, hasUser: (await findUserByEmail(ctx, row.email)) !== null };
}
