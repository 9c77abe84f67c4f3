import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import { queueMail } from "@/lib/sign-in/mail/queue";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { localeOf } from "../flow/locale";
import { requireFreshSession } from "../sessions/require-fresh";
import { PasskeyId } from "./fields";
import { getOwnPasskey, lockPasskeysOf } from "./of-user";
import { hasOtherWayIn } from "./ways-in";

export const DeletePasskeyInput = z.object({ id: PasskeyId });
type DeletePasskeyInput = z.infer<typeof DeletePasskeyInput>;

/** Deletes a passkey and notifies its user. Throws `SESSION_NOT_FRESH`, `PASSKEY_NOT_FOUND`, `LAST_SIGN_IN_METHOD`. */
export async function deletePasskey(ctx: SignedInContext, { id }: DeletePasskeyInput): Promise<{ status: true }> {
  requireFreshSession(ctx);
  const { user } = ctx.session;
  const refusal = await withTransaction(ctx, async (tx) => {
    await lockPasskeysOf(tx, user.id);
    const { name } = await getOwnPasskey(tx, id);
    const entry = { kind: "passkey.remove", userId: user.id, data: { passkeyId: id } } as const;
    if (!(await hasOtherWayIn(tx, user.id, { passkeyId: id }))) {
      await recordSecurityEvent(tx, { ...entry, outcome: "refused", reason: "last_sign_in_method" });
      return new SignInError("LAST_SIGN_IN_METHOD");
    }
    await tx.db.passkey.deleteMany({ where: { id, projectId: tx.project.id, userId: user.id } });
    await recordSecurityEvent(tx, { ...entry, outcome: "accepted" });
    const mail = { projectId: tx.project.id, kind: "passkey-removed", to: user.email } as const;
    await queueMail(tx, { ...mail, content: { passkeyName: name ?? "" }, locale: localeOf(tx) });
    return null;
  });
  if (refusal) throw refusal;
  return { status: true };
}
