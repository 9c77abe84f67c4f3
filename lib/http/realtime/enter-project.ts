import type { Release } from "@/lib/core/concurrency";
import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import type { ServiceContext } from "@/lib/runtime";
import type { AuthFrame } from "@/lib/services/realtime/sockets/frames";
import { identifySocket, type SocketIdentity } from "@/lib/services/realtime/sockets/identify";
import { identifyInspection } from "@/lib/services/realtime/sockets/inspection/identify";
import { INSPECTION_KEY } from "@/lib/services/realtime/sockets/inspection/ticket";
import { findUsedUp, type ProjectStanding, readStandings } from "@/lib/services/realtime/sockets/standing";

/** Sockets without a subscription are of no use, but some come a moment before their predecessors are gone. */
const SOCKETS_PER_SUBSCRIPTION = 2;

export interface Entry {
  identity: SocketIdentity;
  standing: ProjectStanding;
}

/**
 * Returns the owner of a socket, and how its project stands. Throws the errors of `identifySocket`, and `limit_reached`
 * where the project has used its connection time.
 */
export async function enterProject(ctx: ServiceContext, frame: AuthFrame, origin: string | null): Promise<Entry> {
  const { projectId, key, token } = frame;
  const identity = await (key === INSPECTION_KEY
    ? identifyInspection(ctx, { projectId, ticket: token ?? "", origin })
    : identifySocket(ctx, { projectId, key, token, origin }));
  const [standings, usedUp] = await Promise.all([readStandings(ctx, [projectId]), findUsedUp(ctx, [projectId])]);
  const standing = standings.get(projectId);
  if (!standing) throw new ServiceError("unauthorized", "The project was deleted.");
  if (usedUp.has(projectId)) {
    throw new ServiceError("limit_reached", "The project has used its connection time of this month.");
  }
  return { identity, standing };
}

/** Takes a place among the project's sockets of this process. Returns `null` where none is free. */
export function takeSocketPlace(ctx: ServiceContext, { identity, standing }: Entry): Release | null {
  const limit = SOCKETS_PER_SUBSCRIPTION * planLimits(standing.tier).subscriptions;
  const taken = ctx.concurrency.take([{ limit: { name: "realtime-sockets", limit }, key: identity.projectId }]);
  return typeof taken === "function" ? taken : null;
}
