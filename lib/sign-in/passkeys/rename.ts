import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { Name } from "@/lib/core/user-fields";
import type { SignedInContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { PasskeyId } from "./fields";
import { getOwnPasskey } from "./of-user";
import { Passkey, toPasskey } from "./resource";

export const RenamePasskeyInput = z.object({ id: PasskeyId, name: Name.meta({ example: "Laptop" }) });
type RenamePasskeyInput = z.infer<typeof RenamePasskeyInput>;

export const PasskeyRenamed = z.object({ passkey: Passkey }).meta({ id: "PasskeyRenamed" });

/** Renames one of the user's passkeys; an empty name removes the name. Throws `PASSKEY_NOT_FOUND`. */
export function renamePasskey(
  ctx: SignedInContext,
  { id, name }: RenamePasskeyInput,
): Promise<z.infer<typeof PasskeyRenamed>> {
  return withTransaction(ctx, async (tx) => {
    const row = await getOwnPasskey(tx, id);
    const renamed = { name: name.trim() || null };
    const where = { id, projectId: tx.project.id, userId: row.userId };
    await tx.db.passkey.updateMany({ where, data: renamed });
    const entry = { outcome: "accepted", userId: row.userId, data: { passkeyId: id } } as const;
    await recordSecurityEvent(tx, { kind: "passkey.rename", ...entry });
    return { passkey: toPasskey({ ...row, ...renamed }) };
  });
}
