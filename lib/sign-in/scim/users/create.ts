import { recordAudit } from "@/lib/core/audit/record";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import type { Prisma } from "@/lib/core/db/generated/client";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createUser } from "../../users/create";
import { findUserByEmail } from "../../users/find";
import { proveMailbox } from "../../users/prove-mailbox";
import { recordOwnerEvent } from "../../users/user-address";
import { requireDirectory, type ScimContext } from "../context";
import { activate, deactivate } from "./activation";
import { type Provisioned, readProvisioned, readUserDocument } from "./document";
import { getScimUser, nameTaken, requireOwnDomain, toResource } from "./internal";
import type { ScimResource } from "./resource";
import { updateFields } from "./write";

/**
 * Creates a user of the connection, or links the one who has the address, as the first sign-in by the connection
 * would. Throws `foreign_email_domain`, `invalid_request`, `conflict`, `project_suspended`.
 */
export async function createScimUser(ctx: ScimContext, { body }: { body: object }): Promise<ScimResource> {
  const connection = requireDirectory(ctx, "write");
  const given = readProvisioned(readUserDocument(body));
  requireOwnDomain(connection, given.email);
  const userId = await provision(ctx, given)
    .catch((error: unknown) => {
      if (!isUniqueViolation(error)) throw error;
      // Someone may have signed up with the address meanwhile; the second attempt finds them.
      return provision(ctx, given);
    })
    .catch((error: unknown) => {
      throw isUniqueViolation(error) ? nameTaken() : error;
    });
  return toResource(ctx, await getScimUser(ctx, userId));
}

function provision(ctx: ScimContext, given: Provisioned): Promise<string> {
  const { id: connectionId, projectId, organisationId } = ctx.connection;
  return withTransaction(ctx, async (tx) => {
    const owner = await findUserByEmail(tx, given.email);
    const user = owner ? await linkUser(tx, owner, given) : await makeUser(tx, given);
    const now = tx.clock.now();
    const { userName, externalId, isActive = true } = given;
    const attributes = given.attributes as Prisma.InputJsonObject;
    const names = { connectionId, projectId, userId: user.id, userName, externalId };
    const times = { createdAt: now, updatedAt: now };
    await tx.db.scimUser.create({ data: { ...names, isActive, attributes, ...times }, select: { userId: true } });
    const data = { projectId, provider: connectionId, created: owner === null };
    await recordAudit(tx, { organisationId, action: "scim_user.link", targetId: user.id, data });
    if (!isActive) await deactivate(tx, { userId: user.id, ...user });
    // They come back after a removal.
    else if (user.deactivatedBy === connectionId) await activate(tx, { userId: user.id, ...user });
    return user.id;
  });
}

interface Person {
  id: string;
  email: string;
  bannedAt: Date | null;
  bannedUntil: Date | null;
  deactivatedBy: string | null;
}

async function makeUser(tx: ScimContext, { email, name, image }: Provisioned): Promise<Person> {
  const user = await createUser(tx, { email, name, image, emailVerified: true });
  const data = { provider: tx.connection.id };
  const event = { kind: "user.create", outcome: "accepted", userId: user.id, data } as const;
  await recordOwnerEvent(tx, tx.project.id, event);
  return { id: user.id, email, bannedAt: null, bannedUntil: null, deactivatedBy: null };
}

/** Whoever has the address without having proven it loses what a stranger may have set up. */
async function linkUser(
  tx: ScimContext,
  owner: NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>,
  given: Provisioned,
): Promise<Person> {
  const { id: connectionId, projectId } = tx.connection;
  const where = { connectionId_userId: { connectionId, userId: owner.id } };
  if (await tx.db.scimUser.findUnique({ where, select: { userId: true } })) {
    throw new ServiceError("conflict", "The connection has a user with this email address.");
  }
  await proveMailbox(tx, owner);
  await updateFields(tx, { userId: owner.id, ...owner }, given);
  const data = { provider: connectionId };
  await recordOwnerEvent(tx, projectId, { kind: "account.link", outcome: "accepted", userId: owner.id, data });
  const { bannedUntil, deactivatedBy } = await tx.db.user.findFirstOrThrow({ where: { id: owner.id, projectId } });
  return { id: owner.id, email: owner.email, bannedAt: owner.bannedAt, bannedUntil, deactivatedBy };
}
