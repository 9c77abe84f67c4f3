import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { emailInOneForm } from "@/lib/core/email-address";
import { lockProjectForChange } from "../../projects/in-organisation";
import { type BouncingAddress, bouncingAddressNotFound, toBouncingAddress } from "./resource";

export const LiftBounceInput = z.object({
  organisationId: z.string(),
  projectId: z.string(),
  address: z.string().trim().min(1).max(254).overwrite(emailInOneForm),
});
type LiftBounceInput = z.input<typeof LiftBounceInput>;

/** Lets a project mail an address again that bounced. Throws `not_found`. */
export async function liftBounce(ctx: Context, input: LiftBounceInput): Promise<BouncingAddress> {
  requireMemberPermission(ctx, input.organisationId, "users:write");
  const { organisationId, projectId, address } = LiftBounceInput.parse(input);
  return withTransaction(ctx, async (tx) => {
    await lockProjectForChange(tx, organisationId, projectId);
    const row = await tx.db.bouncingAddress.findFirst({ where: { projectId, address } });
    if (!row) throw bouncingAddressNotFound();
    await tx.db.bouncingAddress.deleteMany({ where: { projectId, address } });
    const data = { email: address };
    await recordAudit(tx, { organisationId, action: "bouncing_address.lift", targetId: projectId, data });
    return toBouncingAddress(row);
  });
}
