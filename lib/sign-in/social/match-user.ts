import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";
import { findUserByEmail } from "../users/find";
import { findUserOfProfile } from "./account";

/**
 * The user whom a profile signs in: one who is linked to it, one who has its address, or a new one with that address.
 */
export type Match =
  | { kind: "linked"; user: SessionUser }
  | { kind: "same-address"; user: SessionUser }
  | { kind: "new"; email: string };

/** Finds the user of a profile and changes nothing. Throws `SocialFailure` for a person who is refused. */
export async function matchUser(ctx: UserContext, provider: string, profile: ProviderProfile): Promise<Match> {
  const linked = await findUserOfProfile(ctx, provider, profile);
  if (linked) return { kind: "linked", user: linked };
  const { email } = profile;
  if (email === null) throw new SocialFailure("email_not_found");
  const owner = await findUserByEmail(ctx, email);
  if (owner) {
    requireSameOwner(owner, profile);
    return { kind: "same-address", user: owner };
  }
  if (!ctx.project.settings.methods.signUp) throw new SocialFailure("signup_disabled");
  return { kind: "new", email };
}

/** Whether the provider's word proves the mailbox of a linked user, which was not proven before. */
export function isProvenBy(user: SessionUser, { email, emailVerified }: ProviderProfile): boolean {
  return !user.emailVerified && emailVerified && email === user.email;
}

/**
 * Requires that the mailbox is proven on both sides. Otherwise a stranger may have signed up with the address here, or
 * have entered it at the provider.
 */
function requireSameOwner(owner: SessionUser, { emailVerified }: ProviderProfile): void {
  if (owner.emailVerified && emailVerified) return;
  const reason = owner.emailVerified ? "email_not_verified_by_provider" : "email_not_verified_here";
  throw new SocialFailure("account_not_linked", { reason, userId: owner.id });
}
