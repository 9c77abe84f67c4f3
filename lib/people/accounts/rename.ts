import { z } from "zod";
import { requireUser } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { oneLineName } from "@/lib/core/names";
import { recordSecurityEvent } from "@/lib/sign-in/events/record";
import { getDashboardProjectId } from "./dashboard-project";

const MAX_LENGTH = 100;

export const RenameAccountInput = z.object({
  name: oneLineName(MAX_LENGTH).meta({
    form: { label: "Your name", maxLength: MAX_LENGTH, fault: `Enter a name of 1 to ${MAX_LENGTH} characters.` },
  }),
});
type RenameAccountInput = z.infer<typeof RenameAccountInput> & { userAgent: string };

/** Changes the name of the signed-in account, as the sign-in service does for each of its users. */
export async function renameAccount(ctx: Context, { name, userAgent }: RenameAccountInput): Promise<{ name: string }> {
  const userId = requireUser(ctx);
  const projectId = await getDashboardProjectId(ctx);
  await withTransaction(ctx, async (tx) => {
    const updatedAt = tx.clock.now();
    const { count } = await tx.db.user.updateMany({ where: { id: userId, projectId }, data: { name, updatedAt } });
    if (count === 0) return;
    const request = { ...tx, project: { id: projectId }, userAgent };
    const data = { fields: "name" };
    await recordSecurityEvent(request, { kind: "user.update", outcome: "accepted", userId, data });
  });
  return { name };
}
