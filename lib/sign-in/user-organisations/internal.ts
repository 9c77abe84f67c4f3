import type { Context } from "@/lib/core/context";
import type { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { OrganisationRole } from "./roles";

interface NewOrganisation {
  projectId: string;
  name: string;
  slug: string;
  logo?: string | null | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/** Inserts an organisation without members. A slug that the project has already is a unique violation. */
export function insertOrganisation(tx: Context, { logo = null, metadata, ...given }: NewOrganisation) {
  const now = tx.clock.now();
  return tx.db.userOrganisation.create({
    data: {
      id: createId("userOrganisation", tx.random),
      ...given,
      logo,
      ...(metadata && { metadata: metadata as Prisma.InputJsonObject }),
      createdAt: now,
      updatedAt: now,
    },
  });
}

interface NewMember {
  projectId: string;
  organisationId: string;
  userId: string;
  role: OrganisationRole;
}

export function insertMember(tx: Context, member: NewMember) {
  const id = createId("userOrganisationMember", tx.random);
  return tx.db.userOrganisationMember.create({ data: { id, ...member, createdAt: tx.clock.now() } });
}

type Membership = Pick<NewMember, "projectId" | "organisationId" | "userId">;

/** Ends a membership, and with it the permissions of the user's sessions in the organisation. */
export async function deleteMembership(tx: Context, { projectId, organisationId, userId }: Membership): Promise<void> {
  await tx.db.userOrganisationMember.deleteMany({ where: { projectId, organisationId, userId } });
  await tx.db.session.updateMany({
    where: { projectId, userId, activeOrganisationId: organisationId },
    data: { activeOrganisationId: null },
  });
}

export function countOwners(tx: Context, organisationId: string): Promise<number> {
  return tx.db.userOrganisationMember.count({ where: { organisationId, role: "owner" } });
}
