import { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { userNotFound } from "@/lib/core/not-found";
import { requireProject } from "../project-keys/authorise";
import { deleteOwnOrganisations } from "./own-organisations";
import { getUserInProject, recordOwnerEvent, type UserAddress, WRITE_USERS } from "./user-address";

export const DeletedUser = z
  .object({
    id: z.string().meta({ example: "usr_4k9x2m7q1w8e5r3t6y0u" }),
    email: z.string().meta({ example: "ada@example.com" }),
  })
  .meta({ id: "DeletedUser" });
type DeletedUser = z.infer<typeof DeletedUser>;

/** Deletes a user and all that is theirs but security events. Throws `user_not_found`, `conflict`. */
export async function deleteUserByOwner(ctx: Context, address: UserAddress): Promise<DeletedUser> {
  const { projectId, userId } = address;
  const { organisationId } = await requireProject(ctx, projectId, WRITE_USERS);
  return withTransaction(ctx, async (tx) => {
    const { email } = await getUserInProject(tx, address);
    if ((await tx.db.member.count({ where: { userId } })) > 0) {
      throw new ServiceError("conflict", "The account is a member of organisations. Remove it from them first.");
    }
    await deleteOwnOrganisations(tx, projectId, userId);
    const { count } = await tx.db.user.deleteMany({ where: { id: userId, projectId } });
    if (count === 0) throw userNotFound();
    await recordOwnerEvent(tx, projectId, { kind: "user.delete", outcome: "accepted", userId, data: { email } });
    await recordAudit(tx, { organisationId, action: "user.delete", targetId: userId, data: { projectId } });
    return { id: userId, email };
  });
}
