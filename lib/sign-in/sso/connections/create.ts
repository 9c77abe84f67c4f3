import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { SignInContext } from "../../context";
import { lockProjectForChange } from "../../projects/in-organisation";
import { getConnection, WRITE_SSO } from "./address";
import { type ConnectionOwner, requireActiveConnectionOwner } from "./authorise";
import { ConnectionFields, readIdentityProvider, requireProtocol } from "./fields";
import { clientColumns, inspectIssuer } from "./oidc-client";
import { keyColumns, makeKeyFor } from "./own-key";
import { SSO_PROTOCOLS, type SsoConnection, toSsoConnection } from "./resource";

const MAX_CONNECTIONS = 500;
const MAX_OF_ORGANISATION = 20;
const NO_CLIENT = { issuer: null, clientId: null, scopes: [], authentication: null };

const { name, saml, oidc, createsUsers, startsAtProvider, signsRequests, requiresEncryption } = ConnectionFields;
const { trustsSecondFactor, secondFactorContexts } = ConnectionFields;

export const CreateSsoConnectionInput = z.strictObject({
  name,
  protocol: z
    .enum(SSO_PROTOCOLS)
    .default("saml")
    .meta({ description: "Later, only a set-up link can change it, while no identity provider is set." }),
  saml: saml.optional(),
  oidc: oidc.optional(),
  createsUsers: createsUsers.default(true),
  startsAtProvider: startsAtProvider.default(false),
  trustsSecondFactor: trustsSecondFactor.optional(),
  secondFactorContexts: secondFactorContexts.optional(),
  signsRequests: signsRequests.optional(),
  requiresEncryption: requiresEncryption.optional(),
});
type CreateSsoConnectionInput = z.infer<typeof CreateSsoConnectionInput>;

/** Creates a connection, which is off. Throws `invalid_request`, `project_not_found`, `project_suspended`, `conflict`. */
export async function createSsoConnection(
  ctx: SignInContext,
  { projectId, ofOrganisation = null, saml, oidc, ...given }: CreateSsoConnectionInput & ConnectionOwner,
): Promise<SsoConnection> {
  const owner = { projectId, ofOrganisation };
  const { organisationId, projectOwner } = await requireActiveConnectionOwner(ctx, owner, WRITE_SSO);
  requireProtocol(given.protocol, { ...given, saml, oidc });
  const identityProvider = saml === undefined ? {} : await readIdentityProvider(ctx, saml);
  const issuer = oidc === undefined ? undefined : await inspectIssuer(ctx, oidc);
  const id = createId("ssoConnection", ctx.random);
  const key = await makeKeyFor(ctx, { id, certificate: null }, given);
  return withTransaction(ctx, async (tx) => {
    const { builtInAs } = await lockProjectForChange(tx, projectOwner, projectId);
    await requireRoom(tx, owner, builtInAs !== null);
    const client = oidc === undefined ? {} : clientColumns(tx, { ...NO_CLIENT, id }, { ...oidc, issuer });
    const now = tx.clock.now();
    const times = { createdBy: tx.actor.id, createdAt: now, updatedAt: now };
    const data = {
      id,
      projectId,
      organisationId: ofOrganisation,
      ...given,
      ...identityProvider,
      ...client,
      ...keyColumns(tx, { id, certificate: null }, key),
      ...times,
    };
    await tx.db.ssoConnection.create({ data, select: { id: true } });
    const told = { projectId, name: given.name, protocol: given.protocol };
    await recordAudit(tx, { organisationId, action: "sso_connection.create", targetId: id, data: told });
    return toSsoConnection(tx, await getConnection(tx, { ...owner, connectionId: id }));
  });
}

/** Sessions of the dashboard by a connection open its organisation alone, so one without an organisation opens nothing. */
async function requireRoom(
  tx: SignInContext,
  { projectId, ofOrganisation: organisationId = null }: ConnectionOwner,
  isBuiltIn: boolean,
): Promise<void> {
  if (isBuiltIn && organisationId === null) {
    throw new ServiceError("conflict", "A connection of the dashboard belongs to an organisation, which creates it.");
  }
  const count = await tx.db.ssoConnection.count({ where: { projectId, organisationId } });
  const [owner, most] =
    organisationId === null ? ["A project", MAX_CONNECTIONS] : ["An organisation", MAX_OF_ORGANISATION];
  if (count >= most) throw new ServiceError("conflict", `${owner} can have ${most} connections.`);
}
