import { z } from "zod";
import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { isId } from "@/lib/core/ids";
import { type ClaimedSamlResponse, isSamlError } from "@/lib/core/ports/saml";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { isTrustedAddress } from "../flow/callback-addresses";
import { countFlowAttempt, type Flow, type FlowData } from "../flow/flow";
import type { OneShot } from "../flow/outcome";
import { SignInResult } from "../result";
import { requireSamlConnection, type SamlConnection } from "./find-connection";
import { refuseSso } from "./outcome";
import type { SsoProfile } from "./profile";
import { profileOf } from "./saml/profile";
import { serviceProviderOf } from "./saml/service-provider";
import { flowIdOf, requestIdOf } from "./saml/start";
import { acceptTrialResponse } from "./trial/accept-response";

const MAX_RESPONSES = 5;

/** The form that an identity provider has the browser post (SAML 2.0 Bindings, section 3.5). */
export const SamlResponseForm = z.object({
  SAMLResponse: z.string().min(1).max(400_000).optional(),
  RelayState: z.string().max(2_048).optional(),
});
type SamlResponseInput = z.infer<typeof SamlResponseForm> & { connectionId: string };

/**
 * Accepts an identity provider's response. A form of another site brings no cookie, so nothing shows yet whose browser
 * this is: the profile waits in the flow that the response answers, for the browser that began it. Nobody is signed in.
 */
export async function acceptSamlResponse(ctx: UserContext, input: SamlResponseInput): Promise<SignInResult<null>> {
  const { connectionId, SAMLResponse: text } = input;
  let claimed: ClaimedSamlResponse | null = null;
  let flow: Flow | null = null;
  try {
    const connection = await requireSamlConnection(ctx, connectionId);
    if (text === undefined) throw new SocialFailure("invalid_saml_response", { reason: "saml_structure" });
    claimed = await ctx.signIn.saml.readResponse(text);
    if (claimed.requestId === null) {
      return (await acceptTrialResponse(ctx, input, claimed)) ?? startInstead(ctx, connection, input.RelayState);
    }
    flow = await findFlowOfRequest(ctx, connectionId, claimed.requestId);
    const { serviceProvider, identityProvider } = connection;
    const request = { serviceProvider, identityProvider, response: claimed, requestId: requestIdOf(flow.id) };
    const person = await ctx.signIn.saml.accept({ ...request, now: ctx.clock.now() });
    await keepProfile(ctx, flow, profileOf(person, identityProvider.entityId));
    const { startUrl } = serviceProviderOf(ctx, { projectId: ctx.project.id, id: connectionId });
    return new SignInResult(null, { redirect: `${startUrl}/continue?flow=${flow.id}` });
  } catch (error) {
    // Trials are looked for last, so that sign-ins don't pay for them.
    const tried = flow ? null : await acceptTrialResponse(ctx, input, claimed ?? (await claimedOf(ctx, text)));
    if (tried) return tried;
    // A person who has begun a sign-in could otherwise have documents examined without end.
    if (flow && isSamlError(error)) await countFlowAttempt(ctx, flow.id, MAX_RESPONSES);
    return refuseSso(ctx, { flow, connectionId, used: usedBy(claimed) }, error);
  }
}

function usedBy(claimed: ClaimedSamlResponse | null): OneShot | null {
  const requestId = claimed?.requestId ?? null;
  return requestId === null ? null : { kind: "saml", secret: flowIdOf(requestId) };
}

/** Returns `null` for a form without a response that can be read. */
async function claimedOf(ctx: UserContext, text: string | undefined): Promise<ClaimedSamlResponse | null> {
  try {
    return text === undefined ? null : await ctx.signIn.saml.readResponse(text);
  } catch (error) {
    if (isSamlError(error)) return null;
    throw error;
  }
}

/**
 * A response that nobody asked for signs nobody in, since anyone could plant it in a browser. If the connection lets
 * sign-ins start at the identity provider, an ordinary one starts in its place, which the person does not notice.
 */
function startInstead(
  ctx: UserContext,
  { id, startsAtProvider }: SamlConnection,
  relayState: string | undefined,
): SignInResult<null> {
  if (!startsAtProvider) throw new SocialFailure("invalid_saml_response", { reason: "saml_unsolicited" });
  const url = new URL(serviceProviderOf(ctx, { projectId: ctx.project.id, id }).startUrl);
  const isAddress = relayState !== undefined && isTrustedAddress(relayState, ctx.project, ctx.baseUrl);
  if (isAddress) url.searchParams.set("redirect_to", relayState);
  return new SignInResult(null, { redirect: url.href });
}

/** Throws `SocialFailure` for a response to no request, to one of another connection, or to one that has ended. */
async function findFlowOfRequest(ctx: UserContext, connectionId: string, requestId: string): Promise<Flow> {
  const id = flowIdOf(requestId);
  const isRequest = requestId.startsWith("_") && isId("flow", id);
  const [row] = isRequest ? await readFlow(ctx, id) : [];
  const data = row?.data;
  if (data?.connectionId !== connectionId) throw new SocialFailure("state_invalid", { reason: "flow_used_or_expired" });
  return { id, userId: null, data, secrets: {} };
}

function readFlow({ db, project, clock }: UserContext, id: string): Promise<{ data: FlowData }[]> {
  const now = clock.now().toISOString();
  return readRows(
    db,
    Prisma.sql`
    select data from flow
    where id = ${id} and project_id = ${project.id} and kind = 'sso' and expires_at > ${now}::timestamptz`,
  );
}

/** Keeps the profile in the flow, once: a response that comes again finds it there. */
async function keepProfile(ctx: UserContext, flow: Flow, profile: SsoProfile): Promise<void> {
  const kept = await readRows(
    ctx.db,
    Prisma.sql`
    update flow set data = data || jsonb_build_object('profile', ${JSON.stringify(profile)}::text)
    where id = ${flow.id} and project_id = ${ctx.project.id} and kind = 'sso' and not (data ? 'profile')
    returning id`,
  );
  if (kept.length === 0) throw new SocialFailure("state_invalid", { reason: "saml_replayed" });
}
