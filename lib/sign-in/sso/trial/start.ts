import { recordAudit } from "@/lib/core/audit/record";
import { ServiceError } from "@/lib/core/errors";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import type { BrowserCookie } from "../../browser-cookie";
import type { SignInContext } from "../../context";
import { startFlow } from "../../flow/flow";
import { makeSecrets } from "../../social/start";
import { hashState } from "../../social/state";
import { type ConnectionAddress, getConnection, SET_UP_SSO } from "../connections/address";
import { requireActiveConnectionOwner } from "../connections/authorise";
import { findAnyConnection, type OidcConnection, type SamlConnection } from "../find-connection";
import { FLOW_SECONDS } from "../flow";
import { deliveryAddress } from "../saml/delivery";
import { requestIdOf } from "../saml/start";
import { emptyReport, noteFailure } from "./examine";
import { keepReport } from "./report";
import { type Trier, trierData } from "./trier";

interface StartedTrial {
  /** The identity provider, or the report of a trial that has ended already. */
  redirect: string;
  cookie: BrowserCookie | null;
}

/**
 * Starts a sign-in by a connection, on or off, that signs nobody in: it ends with a report to the admin who started it.
 * Throws
 * `sso_connection_not_found`, `project_suspended`, and `conflict` without an identity provider.
 */
export async function startSsoTrial(
  ctx: SignInContext,
  { trier, ...address }: ConnectionAddress & { trier: Trier },
): Promise<StartedTrial> {
  const { projectId, connectionId } = address;
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, SET_UP_SSO);
  const { name } = await getConnection(ctx, address);
  const connection = await findAnyConnection(ctx, { id: connectionId, projectId });
  if (!connection) throw new ServiceError("conflict", "Set the connection's identity provider first.");
  const audit = { action: "sso_connection.try", targetId: connectionId, data: { projectId, name } } as const;
  await recordAudit(ctx, { organisationId, ...audit });
  const place = { ...ctx, project: { id: projectId } };
  try {
    return connection.protocol === "saml"
      ? await startSaml(place, connection, trier)
      : await startOidc(place, connection, trier);
  } catch (error) {
    if (!isSocialFailure(error)) throw error;
    const report = emptyReport(ctx, connection);
    noteFailure(report, connection, error);
    return { redirect: await keepReport(ctx, address, trier, report), cookie: null };
  }
}

type Place = SignInContext & { project: { id: string } };

async function startSaml(
  ctx: Place,
  { id: connectionId, serviceProvider, identityProvider }: SamlConnection,
  trier: Trier,
): Promise<StartedTrial> {
  const data = { ...trierData(trier), connectionId };
  const { id, cookie } = await startFlow(ctx, { kind: "sso-trial", data, lifetimeSeconds: FLOW_SECONDS });
  const request = { requestId: requestIdOf(id), forcesAuthentication: false, contexts: [], relayState: id };
  const message = await ctx.signIn.saml.signInRequest(serviceProvider, identityProvider, request);
  return { redirect: await deliveryAddress(ctx, { projectId: ctx.project.id, id: connectionId }, message), cookie };
}

async function startOidc(
  ctx: Place,
  { id: connectionId, client }: OidcConnection,
  trier: Trier,
): Promise<StartedTrial> {
  const secrets = makeSecrets(ctx);
  const request = { ...secrets, loginHint: undefined };
  const redirect = await ctx.signIn.identityProviders.authorizationUrl(connectionId, client, request);
  const data = { ...trierData(trier), connectionId, stateHash: hashState(secrets.state) };
  const { cookie } = await startFlow(ctx, { kind: "sso-trial", data, secrets, lifetimeSeconds: FLOW_SECONDS });
  return { redirect, cookie };
}
