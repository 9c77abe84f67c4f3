import { Prisma } from "@/lib/core/db/generated/client";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { type Flow, findFlow, takeFlow } from "../flows/flow";
import type { SignInResult } from "../result";
import { requireConnection } from "./find-connection";
import { refuseSso } from "./outcome";
import { SsoProfile } from "./profile";
import { signInAndLeadOn } from "./sign-in-and-lead-on";

/**
 * Ends a sign-in by SAML in the browser that began it, which alone has the flow's cookie. The browser always goes on to
 * an address, with `error` on failure.
 */
export async function finishSso(
  ctx: UserContext,
  { connectionId }: { connectionId: string },
): Promise<SignInResult<unknown>> {
  const isReady = Prisma.sql`data ->> 'connectionId' = ${connectionId} and data ? 'profile'`;
  const { flow, cookies } = await takeFlow(ctx, "sso", isReady);
  const profile = readProfile(flow);
  if (!flow || !profile) return refuseSso(ctx, { flow: null, connectionId }, await failureOf(ctx, connectionId));
  try {
    const connection = await requireConnection(ctx, connectionId);
    const finished = await signInAndLeadOn(ctx, connection, flow, profile);
    return finished.with(null, { cookies });
  } catch (error) {
    const refused = await refuseSso(ctx, { flow, connectionId, email: profile?.email ?? null }, error);
    return refused.with(null, { cookies });
  }
}

/** Another connection's flow, and one that waits for its response, stay as they are. */
async function failureOf(ctx: UserContext, connectionId: string): Promise<SocialFailure> {
  const found = await findFlow(ctx, "sso");
  if (!found) return new SocialFailure("state_mismatch", { reason: "no_flow_in_this_browser" });
  if (found.data.connectionId !== connectionId)
    return new SocialFailure("state_mismatch", { reason: "another_provider" });
  return new SocialFailure("state_not_found", { reason: "no_flow_in_this_browser" });
}

function readProfile(flow: Flow | null): SsoProfile | null {
  const text = flow?.data.profile;
  return typeof text === "string" ? SsoProfile.parse(JSON.parse(text)) : null;
}
