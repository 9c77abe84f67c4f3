import { isRole, type Role } from "@/lib/core/access/permissions";
import { DASHBOARD } from "./dashboard-project";
import type { DashboardContext } from "./session-cookie";
import { findConnectionOfSession, findRequiredConnection, type MembersConnection } from "./sso-access";

export interface Membership {
  memberId: string;
  organisationId: string;
  organisationName: string;
  role: Role;
  /** When the member last used the dashboard, ISO 8601, UTC, to within five minutes; `null` before the first time. */
  lastActiveAt: string | null;
  /** The connection that the organisation requires; `null` where this session opens the organisation as it is. */
  requiredConnection: MembersConnection | null;
}

export interface SignedInAccount {
  userId: string;
  email: string;
  name: string;
  /** Whether the operator named the account's address, and it is proven. */
  isOperator: boolean;
  /**
   * The connection that began the session; `null` for a session that began otherwise. By a connection, the account enters
   * its organisation alone, as an admin at most, and changes nothing of itself: the connection is the organisation's, the
   * account is the person's.
   */
  connection: MembersConnection | null;
  /** The memberships that this session knows of are sorted, oldest first. */
  memberships: Membership[];
  /** The account is deleted at this time (ISO 8601, UTC); `null` means that nobody asked for it. */
  deletionDueAt: string | null;
}

/** Returns `null` once the session has ended or its user is blocked. Nothing is cached between requests. */
export async function findSignedInAccount(ctx: DashboardContext, sessionId: string): Promise<SignedInAccount | null> {
  const session = await readSession(ctx, sessionId);
  if (!session) return null;
  const { factors, projectId, user } = session;
  const { id: userId, email, name } = user;
  const connection = await findConnectionOfSession(ctx, { factors, projectId, email });
  if (connection === "ended") return null;
  const all = user.members.flatMap(toMembership);
  const shared = { userId, email, name, deletionDueAt: user.accountDeletion?.dueAt.toISOString() ?? null };
  if (connection !== null) {
    const [own] = all.filter(({ organisationId }) => organisationId === connection.organisationId);
    if (!own) return null;
    const role = own.role === "owner" ? "admin" : own.role;
    return { ...shared, isOperator: false, connection, memberships: [{ ...own, role }] };
  }
  const organisationIds = all.filter(({ role }) => role !== "owner").map(({ organisationId }) => organisationId);
  const required = await findRequiredConnection(ctx, { projectId, email, organisationIds });
  const memberships = all.map((each) =>
    each.organisationId === required?.organisationId ? { ...each, requiredConnection: required } : each,
  );
  return { ...shared, isOperator: user.emailVerified && ctx.operators.includes(email), connection, memberships };
}

type FoundSession = NonNullable<Awaited<ReturnType<typeof readSession>>>;

function readSession(ctx: DashboardContext, sessionId: string) {
  const member = { id: true, role: true, organisationId: true, lastActiveAt: true };
  return ctx.db.session.findFirst({
    where: {
      id: sessionId,
      expiresAt: { gt: ctx.clock.now() },
      user: { bannedAt: null, project: { builtInAs: DASHBOARD } },
    },
    select: {
      ...{ factors: true, projectId: true },
      user: {
        select: {
          ...{ id: true, email: true, emailVerified: true, name: true, accountDeletion: { select: { dueAt: true } } },
          members: {
            orderBy: [{ createdAt: "asc" }, { id: "asc" }],
            select: { ...member, organisation: { select: { name: true } } },
          },
        },
      },
    },
  });
}

function toMembership(row: FoundSession["user"]["members"][number]): Membership[] {
  const { id: memberId, role, organisationId, organisation, lastActiveAt } = row;
  if (!isRole(role)) return [];
  const shared = { memberId, organisationId, organisationName: organisation.name, role, requiredConnection: null };
  return [{ ...shared, lastActiveAt: lastActiveAt?.toISOString() ?? null }];
}
