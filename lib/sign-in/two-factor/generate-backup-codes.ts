import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { findAuthenticator } from "./authenticator";
import { replaceBackupCodes } from "./backup-codes";
import { requireStepUp, type StepUpInput } from "./step-up";

export const BackupCodes = z
  .object({
    status: z.literal(true),
    backupCodes: z.array(z.string().meta({ example: "K7QX-2MRD" })).meta({ description: "Shown this once." }),
  })
  .meta({ id: "BackupCodes" });

/** Creates ten backup codes; old ones are void. Throws the errors of `requireStepUp`, `TWO_FACTOR_NOT_ENABLED`. */
export async function generateBackupCodes(
  ctx: SignedInContext,
  input: z.infer<typeof StepUpInput>,
): Promise<z.infer<typeof BackupCodes>> {
  const userId = ctx.session.user.id;
  const authenticator = await findAuthenticator(ctx, userId);
  if (!authenticator?.isEnabled) throw new SignInError("TWO_FACTOR_NOT_ENABLED");
  await requireStepUp(ctx, input, authenticator, "two_factor.backup_codes");
  return withTransaction(ctx, async (tx) => {
    const backupCodes = await replaceBackupCodes(tx, authenticator);
    await recordSecurityEvent(tx, { kind: "two_factor.backup_codes", outcome: "accepted", userId });
    return { status: true as const, backupCodes };
  });
}
