import { isId } from "@/lib/core/ids";
import { type ClaimedSamlResponse, isSamlError, SamlError, type SamlPerson } from "@/lib/core/ports/saml";
import type { UserContext } from "../../context";
import type { FlowData } from "../../flow/flow";
import { SignInResult } from "../../result";
import { findAnyConnection, type SamlConnection } from "../find-connection";
import { requestIdOf } from "../saml/start";
import { sealedPlace } from "./report";

/** The answer that waits in a trial's flow for the browser that began it. */
export type SamlAnswer = { person: SamlPerson } | { refusal: SamlError["refusal"]; detail: string };

interface Response {
  connectionId: string;
  SAMLResponse?: string | undefined;
  RelayState?: string | undefined;
}

/**
 * Accepts the response to a trial, which is found by the request it answers or, where it can't be read, by its
 * RelayState. The person, or the refusal, waits in the flow, sealed. Returns `null` for every other response.
 */
export async function acceptTrialResponse(
  ctx: UserContext,
  { connectionId, SAMLResponse: text, RelayState }: Response,
  claimed: ClaimedSamlResponse | null,
): Promise<SignInResult<null> | null> {
  const trial = await findTrial(ctx, { connectionId, named: [RelayState, claimed?.requestId?.slice(1)] });
  const connection = trial && (await findAnyConnection(ctx, { id: connectionId, projectId: ctx.project.id }));
  if (!trial || connection?.protocol !== "saml") return null;
  // Only the first response is examined, and counts.
  if (!trial.isAnswered) {
    await keepAnswer(ctx, trial.id, await read(ctx, connection, trial.id, { claimed, text }));
  }
  return new SignInResult(null, { redirect: connection.serviceProvider.acsUrl.replace(/acs$/, "continue") });
}

async function keepAnswer(ctx: UserContext, flowId: string, answer: SamlAnswer): Promise<void> {
  const sealed = ctx.sealer.seal(JSON.stringify(answer), sealedPlace(flowId));
  await ctx.db.$executeRaw`
    update flow set data = data || jsonb_build_object('sealed', ${sealed}::text)
    where id = ${flowId} and project_id = ${ctx.project.id} and kind = 'sso-trial' and not (data ? 'sealed')`;
}

async function findTrial(
  ctx: UserContext,
  { connectionId, named }: { connectionId: string; named: (string | undefined)[] },
): Promise<{ id: string; isAnswered: boolean } | null> {
  const ids = named.filter((id): id is string => typeof id === "string" && isId("flow", id));
  if (ids.length === 0) return null;
  const where = { id: { in: ids }, projectId: ctx.project.id, kind: "sso-trial", expiresAt: { gt: ctx.clock.now() } };
  const row = await ctx.db.flow.findFirst({ where, select: { id: true, data: true } });
  const data = row?.data as FlowData | undefined;
  return row && data?.connectionId === connectionId ? { id: row.id, isAnswered: "sealed" in data } : null;
}

async function read(
  ctx: UserContext,
  { serviceProvider, identityProvider }: SamlConnection,
  flowId: string,
  { claimed, text }: { claimed: ClaimedSamlResponse | null; text: string | undefined },
): Promise<SamlAnswer> {
  try {
    if (text === undefined) throw new SamlError("saml_structure", "There is no response in the form.");
    const response = claimed ?? (await ctx.signIn.saml.readResponse(text));
    const request = { serviceProvider, identityProvider, response, requestId: requestIdOf(flowId) };
    return { person: await ctx.signIn.saml.accept({ ...request, now: ctx.clock.now() }) };
  } catch (error) {
    if (!isSamlError(error)) throw error;
    return { refusal: error.refusal, detail: error.detail };
  }
}
