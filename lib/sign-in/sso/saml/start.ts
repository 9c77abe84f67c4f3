import type { BrowserCookie } from "../../browser-cookie";
import type { UserContext } from "../../context";
import { startFlow } from "../../flows/flow";
import type { SamlConnection } from "../find-connection";
import { FLOW_SECONDS, flowDataOf, type SsoWishes } from "../flow";

/** Starts a sign-in by SAML. The request's ID names the flow, which only this browser can end. */
export async function startSaml(
  ctx: UserContext,
  { id: connectionId, serviceProvider, identityProvider }: SamlConnection,
  wishes: SsoWishes,
): Promise<{ url: string; cookie: BrowserCookie }> {
  const data = flowDataOf(ctx, connectionId, wishes);
  const { id, cookie } = await startFlow(ctx, { kind: "sso", data, lifetimeSeconds: FLOW_SECONDS });
  const contexts = wishes.acrValues?.split(" ") ?? [];
  const request = { requestId: requestIdOf(id), forcesAuthentication: wishes.prompt === "login", contexts };
  return { url: await ctx.signIn.saml.requestUrl(serviceProvider, identityProvider, request), cookie };
}

/** An XML ID must not begin with a digit, and the underscore is what SAML's examples have. */
export function requestIdOf(flowId: string): string {
  return `_${flowId}`;
}
