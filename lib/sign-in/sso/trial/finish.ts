import { SamlError } from "@/lib/core/ports/saml";
import type { UserContext } from "../../context";
import { type Flow, findFlow, takeFlow } from "../../flow/flow";
import { SignInResult } from "../../result";
import { isStateOf } from "../../social/state";
import { findAnyConnection, type OidcConnection, type SamlConnection, type UsableConnection } from "../find-connection";
import type { OidcCallback } from "../oidc/callback";
import { type Claims, profileOfClaims } from "../oidc/profile";
import type { SsoProfile } from "../profile";
import { profileOf } from "../saml/profile";
import type { SamlAnswer } from "./accept-response";
import { describeAttributes, describeClaims } from "./claims";
import { emptyReport, noteFailure, noteOutcome, notePerson, noteSession } from "./examine";
import { keepReport, sealedPlace } from "./report";
import type { SsoTrial } from "./resource";
import { isTrierThere, trierOf } from "./trier";

type Ended = Promise<SignInResult<null> | null>;

/**
 * Ends the trial whose browser comes back from an issuer, and leads to its report. Returns `null` for every other
 * callback: of a sign-in, of another browser, of a trial whose session or link has ended.
 */
export async function finishOidcTrial(ctx: UserContext, callback: OidcCallback): Ended {
  const { state } = callback;
  const waiting = state === undefined ? null : await findFlow(ctx, "sso-trial", (each) => isStateOf(each, state));
  if (!waiting) return null;
  return end(ctx, waiting, callback.connectionId, async (flow, connection, report) => {
    if (connection.protocol === "oidc") return redeem(ctx, connection, flow, callback, report);
    throw new SamlError("saml_structure", "The connection's protocol was changed during the trial.");
  });
}

/**
 * Ends the trial whose SAML response was accepted or refused, in the browser that began it, and leads to its report.
 * Returns `null` for every other browser.
 */
export async function finishSamlTrial(ctx: UserContext, { connectionId }: { connectionId: string }): Ended {
  const waiting = await findFlow(ctx, "sso-trial", ({ data }) => typeof data.sealed === "string");
  if (!waiting) return null;
  return end(ctx, waiting, connectionId, async (flow, connection, report) => {
    const answer: SamlAnswer = JSON.parse(ctx.sealer.open(String(flow.data.sealed), sealedPlace(flow.id)));
    if ("refusal" in answer) throw new SamlError(answer.refusal, answer.detail);
    report.claims = describeAttributes(answer.person.attributes);
    return profileOf(answer.person, (connection as SamlConnection).identityProvider.entityId);
  });
}

type Read = (flow: Flow, connection: UsableConnection, report: SsoTrial) => Promise<SsoProfile>;

async function end(ctx: UserContext, waiting: Flow, connectionId: string, read: Read): Ended {
  const address = { projectId: ctx.project.id, connectionId };
  const trier = trierOf(waiting.data);
  if (waiting.data.connectionId !== connectionId || !(await isTrierThere(ctx, address, trier))) return null;
  const connection = await findAnyConnection(ctx, { id: connectionId, projectId: ctx.project.id });
  const { flow, cookies } = await takeFlow(ctx, "sso-trial", ({ id }) => id === waiting.id);
  if (!flow || !connection) return null;
  const report = emptyReport(ctx, connection);
  try {
    const profile = await read(flow, connection, report);
    notePerson(report, connection, profile);
    noteSession(report, profile);
    await noteOutcome(ctx, report, connection, profile);
  } catch (error) {
    noteFailure(report, connection, error);
  }
  return new SignInResult(null, { continueTo: await keepReport(ctx, address, trier, report), cookies });
}

/** Reads the person as a sign-in does. The claims are noted immediately, so that a refusal shows them, too. */
async function redeem(
  ctx: UserContext,
  connection: OidcConnection,
  { secrets }: Flow,
  { code, state, iss, error }: OidcCallback,
  report: SsoTrial,
): Promise<SsoProfile> {
  const { id, client } = connection;
  let claims: Claims = {};
  let signed: Claims = {};
  const expected = { state: secrets.state ?? "", nonce: secrets.nonce ?? "", verifier: secrets.verifier ?? "" };
  const response = { code, state, iss, error };
  const profile = await ctx.signIn.identityProviders.redeem(id, client, response, expected, (step) => {
    if (step.kind !== "id_token_verified" && step.kind !== "profile_read") return;
    claims = { ...claims, ...step.claims };
    if (step.kind === "id_token_verified") signed = step.claims;
    report.claims = describeClaims(claims);
  });
  notePerson(report, connection, { ...profile, nameIdFormat: null });
  return profileOfClaims(profile, { claims, signed }, client);
}
