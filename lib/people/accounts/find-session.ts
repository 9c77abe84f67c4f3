import { isRole, type Role } from "@/lib/core/access/permissions";
import { DASHBOARD } from "./dashboard-project";
import type { DashboardContext } from "./session-cookie";

export interface Membership {
  memberId: string;
  organisationId: string;
  organisationName: string;
  role: Role;
  /** When the member last used the dashboard, ISO 8601, UTC, to within five minutes; `null` before the first time. */
  lastActiveAt: string | null;
}

export interface SignedInAccount {
  userId: string;
  email: string;
  name: string;
  /** Whether the operator named the account's address, and it is proven. */
  isOperator: boolean;
  /** The memberships are sorted, oldest first. */
  memberships: Membership[];
  /** The account is deleted at this time (ISO 8601, UTC); `null` means that nobody asked for it. */
  deletionDueAt: string | null;
}

/** Returns `null` once the session has ended or its user is blocked. Nothing is cached between requests. */
export async function findSignedInAccount(ctx: DashboardContext, sessionId: string): Promise<SignedInAccount | null> {
  const session = await ctx.db.session.findFirst({
    where: {
      id: sessionId,
      expiresAt: { gt: ctx.clock.now() },
      user: { bannedAt: null, project: { builtInAs: DASHBOARD } },
    },
    select: {
      user: {
        select: {
          ...{ id: true, email: true, emailVerified: true, name: true, accountDeletion: { select: { dueAt: true } } },
          members: {
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
            select: {
              ...{ id: true, role: true, organisationId: true, lastActiveAt: true },
              organisation: { select: { name: true } },
            },
          },
        },
      },
    },
  });
  if (!session) return null;
  const { user } = session;
  return {
    ...{ userId: user.id, email: user.email, name: user.name },
    isOperator: user.emailVerified && ctx.operators.includes(user.email),
    memberships: user.members.flatMap(
      ({ id, role, organisationId, organisation: { name: organisationName }, lastActiveAt }) =>
        isRole(role)
          ? [
              {
                memberId: id,
                organisationId,
                organisationName,
                role,
                lastActiveAt: lastActiveAt?.toISOString() ?? null,
              },
            ]
          : [],
    ),
    deletionDueAt: user.accountDeletion?.dueAt.toISOString() ?? null,
  };
}
