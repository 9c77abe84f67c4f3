import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import type { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import type { SessionUser } from "../../session-user";
import { findUserByEmail } from "../../users/find";
import { proveMailbox } from "../../users/prove-mailbox";
import { recordOwnerEvent } from "../../users/user-address";
import { requireDirectory, type ScimContext } from "../context";
import { scimBaseUrl } from "../tokens/resource";
import { activate, deactivate } from "./activation";
import { type Provisioned, readProvisioned, readUserDocument } from "./document";
import { insertUser } from "./insert";
import { getScimUser, nameTaken, requireOwnDomain } from "./internal";
import { type ScimResource, toScimUser } from "./resource";
import type { ScimUserRow } from "./rows";
import { updateFields } from "./write";

/**
 * Creates a user of the connection, or links the user who has the address, as the first sign-in by the connection
 * would. Throws `foreign_email_domain`, `invalid_request`, `conflict`, `project_suspended`.
 */
export async function createScimUser(ctx: ScimContext, { body }: { body: object }): Promise<ScimResource> {
  const connection = requireDirectory(ctx, "write");
  const given = readProvisioned(readUserDocument(body));
  requireOwnDomain(connection, given.email);
  const row = await provision(ctx, given)
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      // Someone may have signed up with the address meanwhile; the second attempt finds them.
      return provision(ctx, given);
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken() : error;
    });
  return toScimUser(row, [], scimBaseUrl(ctx));
}

async function provision(ctx: ScimContext, given: Provisioned): Promise<ScimUserRow> {
  const owner = await findUserByEmail(ctx, given.email);
  if (owner) return link(ctx, owner, given);
  if (given.isActive !== false) return insertUser(ctx, given);
  return withTransaction(ctx, async (tx) => {
    const row = await insertUser(tx, given);
    const where = { connectionId: tx.connection.id, userId: row.userId, projectId: tx.connection.projectId };
    await tx.db.scimUser.updateMany({ where, data: { isActive: false } });
    await deactivate(tx, row);
    return getScimUser(tx, row.userId);
  });
}

/** A user who has the address without having proven it loses everything that a stranger may have set up. */
function link(ctx: ScimContext, owner: SessionUser, given: Provisioned): Promise<ScimUserRow> {
  const { id: connectionId, projectId, organisationId } = ctx.connection;
  const { id: userId } = owner;
  return withTransaction(ctx, async (tx) => {
    const where = { connectionId_userId: { connectionId, userId } };
    if (await tx.db.scimUser.findUnique({ where, select: { userId: true } })) {
      throw new ServiceError("conflict", "The connection has a user with this email address.");
    }
    const { user } = await proveMailbox(tx, owner, { isOwner: false });
    await updateFields(tx, { userId, ...user }, given);
    const now = tx.clock.now();
    const { userName, externalId, isActive = true } = given;
    const attributes = given.attributes as Prisma.InputJsonObject;
    const record = { connectionId, projectId, userId, userName, externalId, isActive, attributes };
    await tx.db.scimUser.create({ data: { ...record, createdAt: now, updatedAt: now }, select: { userId: true } });
    const data = { provider: connectionId };
    await recordOwnerEvent(tx, projectId, { kind: "account.link", outcome: "accepted", userId, data });
    const told = { projectId, ...data, created: false };
    await recordAudit(tx, { organisationId, action: "scim_user.link", targetId: userId, data: told });
    const row = await getScimUser(tx, userId);
    if (!isActive) await deactivate(tx, row);
    // They come back after a removal.
    else if (row.deactivatedBy === connectionId) await activate(tx, row);
    return getScimUser(tx, userId);
  });
}
