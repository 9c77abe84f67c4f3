import type { SignedInContext } from "../context";

const LIFETIME_SECONDS = 60;
const PURPOSE = "sign-out-hint";

/**
 * Creates a proof that the user asked an app to sign them out, by which the hosted page need not ask again. It holds for
 * a minute, and for this user alone, so that no site can sign its visitors out.
 */
export function createSignOutHint(ctx: SignedInContext): string {
  const expiresAt = Math.floor(ctx.clock.now().getTime() / 1_000) + LIFETIME_SECONDS;
  return `${expiresAt}:${ctx.sealer.mac(claimsOf(ctx, expiresAt), PURPOSE)}`;
}

/** Returns whether the hint was made for the user who is signed in here, and still holds. */
export function isSignOutHint(ctx: SignedInContext, hint: string): boolean {
  const [expiresAt = "", mac = ""] = hint.split(":");
  if (!/^\d{1,12}$/.test(expiresAt) || Number(expiresAt) * 1_000 <= ctx.clock.now().getTime()) return false;
  return ctx.sealer.isMac(mac, claimsOf(ctx, Number(expiresAt)), PURPOSE);
}

function claimsOf({ project, session }: SignedInContext, expiresAt: number): string {
  return `${project.id}:${session.user.id}:${expiresAt}`;
}
