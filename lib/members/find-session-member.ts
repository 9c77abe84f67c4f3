import type { Context } from "@/lib/context";
import type { Role } from "./permissions";

export interface SessionMember {
  id: string;
  organisationId: string;
  organisationName: string;
  email: string;
  role: Role;
}

/** The member a sealed session names, as it is now; `null` once the member is removed, whatever the session says. */
export async function findSessionMember(
  ctx: Context,
  input: { memberId: string; organisationId: string },
): Promise<SessionMember | null> {
  const row = await ctx.db.member.findFirst({
    where: { id: input.memberId, organisationId: input.organisationId },
    select: { id: true, organisationId: true, email: true, role: true, organisation: { select: { name: true } } },
  });
  if (!row) return null;
  return {
    id: row.id,
    organisationId: row.organisationId,
    organisationName: row.organisation.name,
    email: row.email,
    role: row.role as Role,
  };
}
