import { hasPermission, isRole } from "@/lib/core/access/permissions";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { SocketIdentity } from "../identify";
import { INSPECTION_KEY, type InspectionTicket, openTicket } from "./ticket";

interface Given {
  projectId: string;
  ticket: string;
  /** The page that opened the socket; programs send none. */
  origin: string | null;
}

/**
 * Returns the user whom a socket of the dashboard's inspector stands for. It hears the events that its user would,
 * sends nothing and shows nobody as present. Throws `unauthorized`, also once its member may not inspect any more, and
 * `foreign_origin`.
 */
export async function identifyInspection(ctx: Context, { projectId, ticket, origin }: Given): Promise<SocketIdentity> {
  if (origin !== null && origin !== ctx.baseUrl) {
    throw new ServiceError("foreign_origin", "An inspection is opened by the dashboard.");
  }
  const inspection = openTicket(ctx.sealer, projectId, ticket);
  const isInTime = inspection !== null && inspection.beginsBefore > ctx.clock.now().getTime();
  if (!inspection || !isInTime || !(await holds(ctx, projectId, inspection))) throw unauthorized();
  const { user, expiresAt } = inspection;
  return {
    ...{ projectId, keyId: INSPECTION_KEY, mayWrite: false, inspection },
    user: user && { ...user, sessionId: INSPECTION_KEY, expiresAt },
  };
}

/** Returns those of the identities whose inspection holds no longer. */
export async function findEndedInspections(
  ctx: Context,
  identities: readonly SocketIdentity[],
): Promise<SocketIdentity[]> {
  const ended: SocketIdentity[] = [];
  for (const identity of identities) {
    const { projectId, inspection } = identity;
    if (inspection && !(await holds(ctx, projectId, inspection))) ended.push(identity);
  }
  return ended;
}

/** Returns whether the member is still signed in and may inspect the project, and the user may still hear anything. */
async function holds(ctx: Context, projectId: string, ticket: InspectionTicket): Promise<boolean> {
  const { memberId, organisationId, sessionId, user } = ticket;
  const isSignedIn = { bannedAt: null, sessions: { some: { id: sessionId, expiresAt: { gt: ctx.clock.now() } } } };
  const [member, users] = await Promise.all([
    ctx.db.member.findFirst({ where: { id: memberId, organisationId, user: isSignedIn }, select: { role: true } }),
    user ? ctx.db.user.count({ where: { id: user.id, projectId, bannedAt: null } }) : 1,
  ]);
  return member !== null && isRole(member.role) && hasPermission(member.role, "projects:write") && users > 0;
}

function unauthorized(): ServiceError {
  return new ServiceError("unauthorized", "The inspection has ended. Start it again.");
}
