import type { UserContext } from "../context";
import { hostedPageAddress } from "../pages/address";
import type { SignInResult } from "../result";
import { carryingAddress, onwardQuery } from "./onward";
import { keepOutcome, type OneShot } from "./outcome";

/**
 * Returns how the browser goes on after a sign-in elsewhere; without an address, to the account page. A redirect that
 * began at a provider carries no Strict cookie, so the service's own pages are reached from a page of the service.
 */
export function leadOn(ctx: UserContext, address: string | null): { redirect?: string; continueTo?: string } {
  const target = resolveAddress(ctx, address ?? hostedPageAddress(ctx, ctx.project.id, "account"));
  return target.origin === ctx.baseUrl ? { continueTo: target.href } : { redirect: target.href };
}

/** A relative address is a path of the app. */
export function resolveAddress(ctx: UserContext, address: string): URL {
  return new URL(address, ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl);
}

interface SignedIn {
  userId: string;
  isNewUser: boolean;
  signedIn: { twoFactorRedirect: true } | { user: unknown; removedAccess?: readonly string[] | undefined };
}

/** Leads a browser on that signed in elsewhere, to the second factor first where one is due. */
export async function leadSignedInOn(
  ctx: UserContext,
  done: SignInResult<SignedIn>,
  { callbackURL, newUserCallbackURL }: { callbackURL: string | null; newUserCallbackURL: string | null },
  oneShot: OneShot,
): Promise<SignInResult<null>> {
  const { userId, isNewUser, signedIn } = done.body;
  const wanted = (isNewUser ? newUserCallbackURL : null) ?? callbackURL;
  const onward = leadOn(ctx, wanted);
  await keepOutcome(ctx, oneShot, { userId, ...onward });
  const isDue = "twoFactorRedirect" in signedIn;
  if (!isDue && signedIn.removedAccess) {
    const told = { ...onwardQuery(ctx, wanted), removed: signedIn.removedAccess.join() };
    return done.with(null, { continueTo: carryingAddress(ctx, "access-removed", told) });
  }
  const secondFactor = () => ({ redirect: carryingAddress(ctx, "two-factor", onwardQuery(ctx, wanted)) });
  return done.with(null, isDue ? secondFactor() : onward);
}
