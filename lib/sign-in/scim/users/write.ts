import { isDeepStrictEqual } from "node:util";
import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import type { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { emailTaken, recordOwnerEvent } from "../../users/user-address";
import { isOfCompany, requireDirectory, type ScimContext } from "../context";
import { syncRoles } from "../roles/sync";
import { requireVersion } from "../version";
import { activate, deactivate } from "./activation";
import type { Provisioned } from "./document";
import { getLockedScimUser, getScimUser, nameTaken, requireOwnDomain, toResource, type UserRequest } from "./internal";
import type { ScimResource } from "./resource";
import type { ScimUserRow } from "./rows";

/** Changes a user to the result of `next`: all of it or nothing, one change after the other. */
export async function changeScimUser(
  ctx: ScimContext,
  { userId, ifMatch }: UserRequest,
  next: (before: ScimUserRow) => Provisioned,
): Promise<ScimResource> {
  requireDirectory(ctx, "write");
  const change = withTransaction(ctx, async (tx) => {
    const before = await getLockedScimUser(tx, userId);
    if (ifMatch !== null) requireVersion(ifMatch, (await toResource(tx, before)).meta.version);
    await write(tx, before, next(before));
  });
  await change.catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw /email/.test(JSON.stringify((error as { meta?: unknown }).meta ?? "")) ? emailTaken() : nameTaken();
  });
  return toResource(ctx, await getScimUser(ctx, userId));
}

async function write(tx: ScimContext, before: ScimUserRow, given: Provisioned): Promise<void> {
  const { connection } = tx;
  const { userId } = before;
  // Someone who has taken an address elsewhere isn't the company's any more: only its own record of them changes.
  const isTheirs = isOfCompany(connection, before.email);
  if (isTheirs) {
    requireOwnDomain(connection, given.email);
    await updateFields(tx, before, given);
  }
  const isActive = given.isActive ?? before.isActive;
  const { userName, attributes } = given;
  const externalId = given.externalId ?? before.externalId;
  const record = { userName, externalId, isActive, attributes };
  const known = { userName: before.userName, externalId: before.externalId, isActive: before.isActive };
  if (!isDeepStrictEqual(record, { ...known, attributes: before.attributes })) {
    const where = { connectionId: connection.id, userId, projectId: connection.projectId };
    const json = attributes as Prisma.InputJsonObject;
    await tx.db.scimUser.updateMany({ where, data: { ...record, attributes: json, updatedAt: tx.clock.now() } });
  }
  if (!isActive && before.isActive) await deactivate(tx, before);
  if (isActive && before.deactivatedBy === connection.id) await activate(tx, before);
  if (isActive !== before.isActive) await syncRoles(tx, [userId]);
}

type Fields = Pick<ScimUserRow, "userId" | "email" | "name" | "image">;

/**
 * Sets the changed ones of a user's own fields. A directory that has no name or picture leaves those that are there.
 */
export async function updateFields(tx: ScimContext, before: Fields, given: Provisioned): Promise<void> {
  const { projectId, organisationId, id: connectionId } = tx.connection;
  const { userId } = before;
  const changed = {
    ...(given.name !== "" && given.name !== before.name && { name: given.name }),
    ...(given.image !== null && given.image !== before.image && { image: given.image }),
    ...(given.email !== before.email && { email: given.email, emailVerified: true }),
  };
  const fields = Object.keys(changed).sort();
  if (fields.length === 0) return;
  const data = { ...changed, updatedAt: tx.clock.now() };
  await tx.db.user.updateMany({ where: { id: userId, projectId }, data });
  if (given.email !== before.email) {
    // Links and codes on their way to either address are nobody's now.
    const emails = [before.email, given.email];
    await tx.db.verification.deleteMany({ where: { projectId, OR: [{ userId }, { email: { in: emails } }] } });
    const told = { from: before.email, to: given.email, provider: connectionId };
    await recordOwnerEvent(tx, projectId, { kind: "email.change", outcome: "accepted", userId, data: told });
  }
  const told = { fields: fields.join(), provider: connectionId };
  await recordOwnerEvent(tx, projectId, { kind: "user.update", outcome: "accepted", userId, data: told });
  await recordAudit(tx, { organisationId, action: "user.update", targetId: userId, data: { projectId, fields } });
}
