import { addSeconds } from "../../../core/add-seconds";
import type { BrowserCookie } from "../../browser-cookie";
import type { UserContext } from "../../context";
import { type Flow, startFlow } from "../../flow/flow";
import type { SamlConnection } from "../find-connection";
import { FLOW_SECONDS, flowDataOf, type SsoWishes } from "../flow";
import { deliveryAddress } from "./delivery";

/**
 * SAML can't ask for a proof of a certain age. If the session here shows that it is older, the person is asked
 * immediately; otherwise the end of the sign-in sees it, and starts another one.
 */
function isAskedAnew(ctx: UserContext, connectionId: string, { prompt, maxAge }: SsoWishes): boolean {
  if (prompt === "login" || maxAge === 0) return true;
  const { session } = ctx;
  if (maxAge === undefined || !session?.factors.includes(connectionId)) return false;
  return addSeconds(session.authenticatedAt, maxAge) < ctx.clock.now();
}

/** Starts a sign-in by SAML. The request's ID names the flow, which only this browser can end. */
export async function startSaml(
  ctx: UserContext,
  { id: connectionId, serviceProvider, identityProvider }: SamlConnection,
  wishes: SsoWishes,
): Promise<{ url: string; cookie: BrowserCookie }> {
  const forcesAuthentication = isAskedAnew(ctx, connectionId, wishes);
  const data = { ...flowDataOf(ctx, connectionId, wishes), isAskedAnew: forcesAuthentication };
  const { id, cookie } = await startFlow(ctx, { kind: "sso", data, lifetimeSeconds: FLOW_SECONDS });
  const contexts = wishes.acrValues?.split(" ") ?? [];
  const request = { requestId: requestIdOf(id), forcesAuthentication, contexts };
  const message = await ctx.signIn.saml.signInRequest(serviceProvider, identityProvider, request);
  return { url: await deliveryAddress(ctx, { projectId: ctx.project.id, id: connectionId }, message), cookie };
}

/** An XML ID must not begin with a digit, and SAML's examples have the underscore. */
export function requestIdOf(flowId: string): string {
  return `_${flowId}`;
}

/** Returns the flow that an ID of this service names; of another's, nothing that a flow is called. */
export function flowIdOf(requestId: string): string {
  return requestId.slice(1);
}

/** Starts the sign-in anew, with the person being asked, where they proved who they are too long ago; `null` otherwise. */
export async function restartSaml(
  ctx: UserContext,
  connection: SamlConnection,
  { data }: Pick<Flow, "data">,
): Promise<{ url: string; cookie: BrowserCookie } | null> {
  if (typeof data.reauthenticateFrom !== "number" || data.isAskedAnew === true) return null;
  const wish = (name: string) => (typeof data[name] === "string" ? data[name] : undefined);
  return startSaml(ctx, connection, {
    callbackURL: wish("callbackURL"),
    newUserCallbackURL: wish("newUserCallbackURL"),
    errorCallbackURL: wish("errorCallbackURL"),
    email: wish("email"),
    acrValues: wish("acrValues"),
    prompt: "login",
  });
}
