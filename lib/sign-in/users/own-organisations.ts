import type { Context } from "@/lib/core/context";

/** Deletes the organisations whose only member is about to be deleted; the user leaves the others by the cascade. */
export async function deleteOwnOrganisations(tx: Context, projectId: string, userId: string): Promise<void> {
  const isOnlyMember = { members: { some: { userId }, every: { userId } } };
  await tx.db.userOrganisation.deleteMany({ where: { projectId, ...isOnlyMember } });
}
