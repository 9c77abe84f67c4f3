import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { SignInContext } from "../../context";
import { endOtherSessions } from "../end-other-sessions";
import { type ConnectionAddress, getConnection, lockConnection, SET_UP_SSO } from "./address";
import { requireActiveConnectionOwner } from "./authorise";
import { ConnectionFields, readIdentityProvider, requireProtocol } from "./fields";
import { clientColumns, inspectIssuer } from "./oidc-client";
import { keyColumns, makeKeyFor } from "./own-key";
import { type ConnectionRow, type SsoConnection, toSsoConnection } from "./resource";

const { name, saml, oidc, createsUsers, startsAtProvider, required } = ConnectionFields;
const { signsRequests, requiresEncryption, trustsSecondFactor, secondFactorContexts } = ConnectionFields;

export const UpdateSsoConnectionInput = z
  .strictObject({
    name: name.optional(),
    enabled: z.boolean().optional().meta({
      description: "Whether people sign in by it. It needs an identity provider and a verified domain.",
      example: true,
    }),
    saml: saml.optional(),
    oidc: oidc.optional(),
    createsUsers: createsUsers.optional(),
    startsAtProvider: startsAtProvider.optional(),
    required: required.optional(),
    trustsSecondFactor: trustsSecondFactor.optional(),
    secondFactorContexts: secondFactorContexts.optional(),
    signsRequests: signsRequests.optional(),
    requiresEncryption: requiresEncryption.optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), { message: "must have a field" })
  .meta({ example: { enabled: true } });
type UpdateSsoConnectionInput = z.infer<typeof UpdateSsoConnectionInput>;

/**
 * Changes a connection: all of it or nothing. Throws `sso_connection_not_found`, `invalid_request`, and `conflict` where
 * it can't be enabled, or its users belong to another identity provider.
 */
export async function updateSsoConnection(
  ctx: SignInContext,
  input: ConnectionAddress & UpdateSsoConnectionInput,
): Promise<SsoConnection> {
  const { projectId, connectionId, ofOrganisation, saml, oidc, enabled, required: isRequired, ...given } = input;
  const address = { projectId, connectionId, ofOrganisation };
  const { organisationId } = await requireActiveConnectionOwner(ctx, address, SET_UP_SSO);
  requireOwnFields(ctx, input);
  const known = await getConnection(ctx, address);
  requireProtocol(known.protocol, { ...given, saml, oidc });
  const identityProvider = saml === undefined ? {} : await readIdentityProvider(ctx, saml);
  const issuer = oidc === undefined ? undefined : await inspectIssuer(ctx, oidc);
  const key = await makeKeyFor(ctx, known, given);
  return withTransaction(ctx, async (tx) => {
    const before = await lockConnection(tx, address);
    // The protocol may have been changed meanwhile.
    requireProtocol(before.protocol, { ...given, saml, oidc });
    const client = oidc === undefined ? {} : clientColumns(tx, before, { ...oidc, issuer });
    const switches = {
      ...(enabled !== undefined && { isEnabled: enabled }),
      ...(isRequired !== undefined && { isRequired }),
    };
    const wanted = { ...given, ...identityProvider, ...client, ...keyColumns(tx, before, key), ...switches };
    const after = { ...before, ...wanted };
    if (after.isEnabled) requireReady(after);
    if (issuerOf(after) !== issuerOf(before)) await requireNoUsers(tx, before);
    const where = { id: connectionId, projectId };
    await tx.db.ssoConnection.updateMany({ where, data: { ...wanted, updatedAt: tx.clock.now() } });
    const isNew = after.isEnabled && after.isRequired && !(before.isEnabled && before.isRequired);
    const endedSessions = isNew ? await endOtherSessions(tx, { projectId, connectionId }) : 0;
    const data = {
      ...{ projectId, name: after.name, enabled: after.isEnabled, required: after.isRequired },
      ...{ fields: Object.keys(wanted).sort(), ...(isNew && { endedSessions }) },
    };
    await recordAudit(tx, { organisationId, action: "sso_connection.update", targetId: connectionId, data });
    return toSsoConnection(tx, await getConnection(tx, address));
  });
}

/** A company's administrator sets the identity provider and switches the connection on, and decides nothing else. */
function requireOwnFields({ actor }: Context, input: ConnectionAddress & UpdateSsoConnectionInput): void {
  if (actor.kind !== "sso-set-up") return;
  const { projectId: _, connectionId: __, ofOrganisation: ___, saml: ____, oidc: _____, enabled, ...others } = input;
  if (enabled !== false && Object.values(others).every((value) => value === undefined)) return;
  throw new ServiceError("missing_permission", "The app's owner decides this.");
}

/** The identity provider's name for itself; `null` until it has been set. */
function issuerOf({ entityId, issuer }: Pick<ConnectionRow, "entityId" | "issuer">): string | null {
  return entityId ?? issuer;
}

function requireReady(connection: ConnectionRow): void {
  const { domains } = connection;
  if (issuerOf(connection) === null)
    throw new ServiceError("conflict", "Set the connection's identity provider first.");
  if (domains.some(({ verifiedAt }) => verifiedAt !== null)) return;
  throw new ServiceError("conflict", "Verify a domain of the connection first.");
}

/**
 * Throws where people are known by the identity provider's names for them already: at another identity provider it is
 * somebody else.
 */
async function requireNoUsers(tx: Context, connection: ConnectionRow): Promise<void> {
  if (issuerOf(connection) === null) return;
  const { id, projectId } = connection;
  const where = { projectId, providerId: id };
  if ((await tx.db.account.findFirst({ where, select: { id: true } })) === null) return;
  const message = "Users have signed in by the identity provider that is set. Create another connection for a new one.";
  throw new ServiceError("conflict", message);
}
