import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import type { HostedSession } from "@/lib/core/ports/database-host";
import type { SessionInput } from "./resource";

const MAX_LOOKED_AT = 2_000;

interface Act {
  signal: "cancel" | "end";
  action: "database.cancel_statement" | "database.end_session";
  /** Throws when there is nothing to do about the session. */
  check?: (session: HostedSession) => void;
}

/** Signals a session of a database for callers who may change data in it, and leaves a trace before it does. */
export async function signalSession(ctx: Context, input: SessionInput, { signal, action, check }: Act): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const { id, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const host = await ctx.hosts.get(hostId);
  const address = { pid: input.pid, startedAt: input.startedAt };
  const sessions = await host.listSessions(id, MAX_LOOKED_AT);
  const found = sessions.find(({ pid, startedAt }) => pid === address.pid && startedAt === address.startedAt);
  if (!found) throw alreadyEnded();
  if (found.role === null)
    throw new ServiceError("conflict", "This session belongs to the service and can't be ended.");
  check?.(found);
  const data = { pid: found.pid, applicationName: found.applicationName };
  await recordAudit(ctx, { organisationId, action, targetId: id, data });
  if (!(await host.signalSession(id, address, signal))) throw alreadyEnded();
}

function alreadyEnded(): ServiceError {
  return new ServiceError("conflict", "The session has already ended.");
}
