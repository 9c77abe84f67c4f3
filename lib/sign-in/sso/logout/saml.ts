import { z } from "zod";
import { isSamlError, type SamlBinding } from "@/lib/core/ports/saml";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../../context";
import { recordSecurityEvent } from "../../events/record";
import { SignInResult } from "../../result";
import { requireSamlConnection, type SamlConnection } from "../find-connection";
import { deliveryAddress } from "../saml/delivery";
import { serviceProviderOf } from "../saml/service-provider";
import { endSsoSessions } from "./end-sessions";
import { onward } from "./onward";

/** The fields that a browser brings from an identity provider, in the address or in a form. */
export const SamlLogoutFields = z.object({
  SAMLRequest: z.string().min(1).max(400_000).optional(),
  SAMLResponse: z.string().min(1).max(400_000).optional(),
  RelayState: z.string().max(2_048).optional(),
  SigAlg: z.string().max(256).optional(),
  Signature: z.string().max(4_096).optional(),
});
type LogoutInput = z.infer<typeof SamlLogoutFields> & { connectionId: string };

/** Takes a logout message of the address (HTTP-Redirect). */
export function acceptLogoutByAddress(ctx: UserContext, input: LogoutInput): Promise<SignInResult<null>> {
  return acceptLogout(ctx, input, "redirect");
}

/** Takes a logout message of a form (HTTP-POST). */
export function acceptLogoutByForm(ctx: UserContext, input: LogoutInput): Promise<SignInResult<null>> {
  return acceptLogout(ctx, input, "post");
}

/**
 * Ends the sessions that a signed LogoutRequest names, in any browser, and leads back with the answer. The
 * answer to a request of ours changes nothing: the session had ended before it was asked.
 */
async function acceptLogout(ctx: UserContext, input: LogoutInput, binding: SamlBinding): Promise<SignInResult<null>> {
  const { connectionId, SAMLRequest: samlRequest, RelayState: relayState } = input;
  if (samlRequest === undefined) return onward(ctx, relayState);
  try {
    const connection = await requireSamlConnection(ctx, connectionId);
    const { identityProvider, serviceProvider } = connection;
    const { logoutUrl } = serviceProviderOf(ctx, { projectId: ctx.project.id, id: connectionId });
    const message = { binding, samlRequest, relayState, algorithm: input.SigAlg, signature: input.Signature };
    const expected = { identityProvider, logoutUrl, now: ctx.clock.now() };
    const request = await ctx.signIn.saml.readLogoutRequest(message, expected);
    const { nameId: subject, sessionIndexes, issuedAt } = request;
    await endSsoSessions(ctx, connectionId, { subject, sessionIndexes, issuedAt });
    return answer(ctx, connection, { requestId: request.id, relayState, serviceProvider });
  } catch (error) {
    await recordRefusal(ctx, connectionId, error);
    return onward(ctx, undefined);
  }
}

interface Answer {
  requestId: string;
  relayState: string | undefined;
  serviceProvider: SamlConnection["serviceProvider"];
}

/** Without an address for answers, the browser ends here. */
async function answer(
  ctx: UserContext,
  { id, identityProvider }: SamlConnection,
  { requestId, relayState, serviceProvider }: Answer,
): Promise<SignInResult<null>> {
  if (identityProvider.signOutUrl === null) return onward(ctx, undefined);
  const given = { requestId, relayState };
  const message = await ctx.signIn.saml.logoutResponse(serviceProvider, identityProvider, given);
  return new SignInResult(null, { redirect: await deliveryAddress(ctx, { projectId: ctx.project.id, id }, message) });
}

/** Sending such a message is free, but the route's limit counts it. Other errors are thrown on. */
async function recordRefusal(ctx: UserContext, connectionId: string, error: unknown): Promise<void> {
  if (!isSamlError(error) && !isSocialFailure(error)) throw error;
  const reason = isSamlError(error) ? error.refusal : error.reason;
  const { detail } = error;
  const data = { provider: connectionId.slice(0, 64), ...(detail !== null && { detail }) };
  await recordSecurityEvent(ctx, { kind: "session.sign_out", outcome: "refused", userId: null, reason, data });
}
