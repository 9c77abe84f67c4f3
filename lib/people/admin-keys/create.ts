import { z } from "zod";
import { KeyName } from "@/lib/core/access/key-status";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { createSecretText, hashSecretText } from "@/lib/core/crypto/secret-text";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { KEY_PREFIX } from "@/lib/core/service";
import { type AdminKey, toAdminKey } from "./resource";

export const CreateAdminKeyInput = z.object({ name: KeyName, expiresAt: z.date().nullable().default(null) });
type CreateAdminKeyInput = z.infer<typeof CreateAdminKeyInput>;

export interface CreatedAdminKey extends AdminKey {
  /** The bearer secret is shown only this once; the service keeps its hash. */
  secret: string;
}

/**
 * Makes a key of the admin routes; the command line alone can, so that no key makes another. Throws `invalid_request`
 * for an expiry in the past.
 */
export async function createAdminKey(ctx: Context, { name, expiresAt }: CreateAdminKeyInput): Promise<CreatedAdminKey> {
  requireOperator(ctx);
  if (expiresAt !== null && expiresAt <= ctx.clock.now()) {
    throw new ServiceError("invalid_request", "The expiry must be in the future.", {
      details: [{ path: "expiresAt", message: "must be in the future" }],
    });
  }
  const secret = createSecretText(KEY_PREFIX.admin, ctx.random);
  const hint = `${KEY_PREFIX.admin}…${secret.slice(-4)}`;
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.adminKey.create({
      data: {
        id: createId("key", tx.random),
        name,
        hint,
        secretHash: hashSecretText(secret),
        createdAt: tx.clock.now(),
        expiresAt,
      },
    });
    await recordAudit(tx, {
      organisationId: null,
      action: "admin_key.create",
      targetId: row.id,
      data: { name, hint, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return { ...toAdminKey(row, tx.clock.now()), secret };
  });
}
