import { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { KeyName } from "@/lib/core/access/key-status";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { DatabaseId, MemberId, OrganisationId } from "@/lib/core/id-schemas";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import { WITH_PERSON } from "@/lib/people/members/resource";
import { type ManagementKey, toManagementKey } from "./resource";

export const CreateKeyInput = z.object({
  organisationId: OrganisationId,
  memberId: MemberId,
  name: KeyName,
  /** A key with a database works only there. */
  databaseId: DatabaseId.nullable().default(null),
  readOnly: z.boolean(),
  expiresAt: z.date().nullable().default(null),
});
export type CreateKeyInput = z.infer<typeof CreateKeyInput>;

export interface CreatedKey extends ManagementKey {
  /** The bearer secret is shown only this once; the service keeps its hash. */
  secret: string;
}

/**
 * Makes a management key for a member; members make keys for themselves only. Throws `not_found` for another
 * organisation's member, `database_not_found` for its database, `invalid_request` for an expiry in the past.
 */
export async function createKey(ctx: Context, input: CreateKeyInput): Promise<CreatedKey> {
  requireMemberPermission(ctx, input.organisationId, "keys:write");
  if (ctx.actor.kind !== "operator" && ctx.actor.id !== input.memberId) {
    throw new ServiceError("missing_permission", "You can create keys only for yourself.");
  }
  if (input.expiresAt !== null && input.expiresAt <= ctx.clock.now()) {
    throw new ServiceError("invalid_request", "The expiry must be in the future.", {
      details: [{ path: "expiresAt", message: "must be in the future" }],
    });
  }
  const secret = createSecretText(KEY_PREFIX.management, ctx.random);
  const key = await withTransaction(ctx, (tx) => insertKey(tx, input, secret));
  return { ...key, secret };
}

async function insertKey(tx: Context, input: CreateKeyInput, secret: string): Promise<ManagementKey> {
  const { organisationId } = input;
  await requireMemberOf(tx, organisationId, input.memberId);
  if (input.databaseId !== null) await getDatabaseInOrganisation(tx, organisationId, input.databaseId);
  const row = await tx.db.managementKey.create({
    data: {
      id: createId("key", tx.random),
      organisationId,
      memberId: input.memberId,
      name: input.name,
      hint: `${KEY_PREFIX.management}…${secret.slice(-4)}`,
      secretHash: hashSecretText(secret),
      databaseId: input.databaseId,
      readOnly: input.readOnly,
      createdAt: tx.clock.now(),
      expiresAt: input.expiresAt,
    },
    include: { member: { select: WITH_PERSON } },
  });
  await recordAudit(tx, {
    organisationId,
    action: "key.create",
    targetId: row.id,
    data: {
      name: row.name,
      hint: row.hint,
      memberId: row.memberId,
      databaseId: row.databaseId,
      readOnly: row.readOnly,
      expiresAt: row.expiresAt?.toISOString() ?? null,
    },
  });
  return toManagementKey(row, tx.clock.now());
}

async function requireMemberOf(tx: Context, organisationId: string, id: string): Promise<void> {
  const member = await tx.db.member.findFirst({ where: { id, organisationId }, select: { id: true } });
  if (!member) throw new ServiceError("not_found", "Member not found.");
}
