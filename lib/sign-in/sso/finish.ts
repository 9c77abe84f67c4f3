import { z } from "zod";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { type Flow, findFlow, takeFlow } from "../flows/flow";
import { hostedPageAddress } from "../hosted-page-address";
import { carryingAddress, onwardQuery } from "../onward";
import type { SignInResult } from "../result";
import { requireConnection } from "./find-connection";
import { addressesOf, refuseSso } from "./outcome";
import type { SsoProfile } from "./saml/profile";
import { signInByConnection } from "./sign-in-by-connection";

const Profile = z.object({
  subject: z.string(),
  issuer: z.string(),
  email: z.string().nullable(),
  name: z.string(),
});

/**
 * Ends a sign-in in the browser that began it, which alone has the flow's cookie. The browser always goes on to an
 * address, with `error` on failure.
 */
export async function finishSso(
  ctx: UserContext,
  { connectionId }: { connectionId: string },
): Promise<SignInResult<unknown>> {
  try {
    await requireOwnFlow(ctx, connectionId);
  } catch (error) {
    return refuseSso(ctx, { flow: null, connectionId }, error);
  }
  const { flow, cookies } = await takeFlow(ctx, "sso");
  const profile = readProfile(flow);
  try {
    const finished = await finish(ctx, connectionId, flow, profile);
    return finished.with(null, { cookies });
  } catch (error) {
    const refused = await refuseSso(ctx, { flow, connectionId, email: profile?.email ?? null }, error);
    return refused.with(null, { cookies });
  }
}

/** Throws for another connection's flow, and for one that waits for its response: both stay as they are. */
async function requireOwnFlow(ctx: UserContext, connectionId: string): Promise<void> {
  const found = await findFlow(ctx, "sso");
  if (!found) throw new SocialFailure("state_mismatch", { reason: "no_flow_in_this_browser" });
  if (found.data.connectionId !== connectionId)
    throw new SocialFailure("state_mismatch", { reason: "another_provider" });
  if (readProfile(found) === null) throw new SocialFailure("state_not_found", { reason: "no_flow_in_this_browser" });
}

async function finish(
  ctx: UserContext,
  connectionId: string,
  flow: Flow | null,
  profile: SsoProfile | null,
): Promise<SignInResult<unknown>> {
  if (!flow || !profile) throw new SocialFailure("state_invalid", { reason: "flow_used_or_expired" });
  const connection = await requireConnection(ctx, connectionId);
  const done = await signInByConnection(ctx, connection, profile);
  const { isNewUser, signedIn } = done.body;
  const { callbackURL, newUserCallbackURL } = addressesOf(flow);
  const wanted = (isNewUser ? newUserCallbackURL : null) ?? callbackURL;
  if ("twoFactorRedirect" in signedIn) {
    return done.with(null, { redirect: carryingAddress(ctx, "two-factor", onwardQuery(ctx, wanted)) });
  }
  return done.with(null, leadOn(ctx, wanted));
}

/** A redirect that began at the identity provider carries no Strict cookie, so a page of the service leads to the next. */
function leadOn(ctx: UserContext, address: string | null): { redirect?: string; continueTo?: string } {
  const base = ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl;
  const target = new URL(address ?? hostedPageAddress(ctx, ctx.project.id, "account"), base);
  return target.origin === ctx.baseUrl ? { continueTo: target.href } : { redirect: target.href };
}

function readProfile(flow: Flow | null): SsoProfile | null {
  const text = flow?.data.profile;
  return typeof text === "string" ? Profile.parse(JSON.parse(text)) : null;
}
