import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { newLink } from "./internal";

interface Written {
  projectId: string;
  email: string;
  redirectTo: string | null;
  locale: string;
}

/** Writes an invitation in place of an earlier one to the address, whose link stops working; the caller mails its link. */
export async function writeInvitation(tx: Context, { projectId, email, redirectTo, locale }: Written) {
  const { link, kept } = newLink(tx, projectId);
  const id = createId("userInvitation", tx.random);
  const row = { id, projectId, email, redirectTo, locale, invitedBy: tx.actor.id, createdAt: kept.sentAt, ...kept };
  await tx.db.userInvitation.deleteMany({ where: { projectId, email } });
  await tx.db.userInvitation.create({ data: row, select: { id: true } });
  return { row, link };
}
