import { z } from "zod";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { type Flow, findFlow, takeFlow } from "../flow/flow";
import { SignInResult } from "../result";
import { requireConnection, type UsableConnection } from "./find-connection";
import { refuseSso } from "./outcome";
import { SsoProfile } from "./profile";
import { isRecentEnough } from "./require-proof";
import { restartSaml } from "./saml/start";
import { signInAndLeadOn } from "./sign-in-and-lead-on";
import { finishSamlTrial } from "./trial/finish";

/** A browser may have several under way. */
export const FinishSamlQuery = z.object({ flow: z.string().max(64).optional() });

/**
 * Ends a sign-in by SAML in the browser that began it, which alone has the flow's cookie. The browser always goes on to
 * an address, with `error` on failure.
 */
export async function finishSso(
  ctx: UserContext,
  { connectionId, flow: id }: z.infer<typeof FinishSamlQuery> & { connectionId: string },
): Promise<SignInResult<unknown>> {
  const tried = await finishSamlTrial(ctx, { connectionId });
  if (tried) return tried;
  const isReady = (each: Flow) =>
    each.data.connectionId === connectionId && "profile" in each.data && (id === undefined || each.id === id);
  const { flow, cookies } = await takeFlow(ctx, "sso", isReady);
  const profile = readProfile(flow);
  if (!flow || !profile) {
    const used = id === undefined ? null : ({ kind: "saml", secret: id } as const);
    return refuseSso(ctx, { flow: null, connectionId, used }, await failureOf(ctx, connectionId));
  }
  try {
    const connection = await requireConnection(ctx, connectionId);
    const again = await startAgain(ctx, connection, flow, profile);
    if (again) return new SignInResult(null, { redirect: again.url, cookies: [again.cookie] });
    const finished = await signInAndLeadOn(ctx, connection, flow, profile);
    return finished.with(null, { cookies });
  } catch (error) {
    const refused = await refuseSso(ctx, { flow, connectionId, email: profile?.email ?? null }, error);
    return refused.with(null, { cookies });
  }
}

/** Asks once more for a proof that was too long ago, which the person sees as the question itself. */
async function startAgain(ctx: UserContext, connection: UsableConnection, flow: Flow, profile: SsoProfile) {
  if (connection.protocol !== "saml" || isRecentEnough(flow, profile)) return null;
  return restartSaml(ctx, connection, flow);
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
