import type { Release } from "@/lib/core/concurrency";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import type { RawSession } from "@/lib/core/ports/raw-session";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";
import { requireReady } from "@/lib/hosting/databases/ready";
import { countGuess } from "../customer-session/guessed-password";
import { startupSettings } from "./startup-settings";

export interface RawSessionRequest {
  /** The names of the wire protocol, of which a few are heeded. */
  parameters: ReadonlyMap<string, string>;
  password: string;
}

interface OpenedSession {
  session: RawSession;
  release: Release;
}

/**
 * Opens a session for a client that speaks Postgres' protocol. The host decides whether the password is right. Returns
 * `null` for a wrong password and for a database that doesn't exist, which nobody can tell apart. Throws
 * `invalid_request`, `database_not_ready`, `over_quota`, `rate_limited`, `conflict`, `host_unavailable`.
 */
export async function openRawSession(ctx: Context, request: RawSessionRequest): Promise<OpenedSession | null> {
  const { parameters, password } = request;
  const { user, applicationName, settings } = startupSettings(parameters);
  const row = await findDatabase(ctx, user, parameters.get("database") || user);
  const isKnown = await countGuess(ctx, row, { role: user, password });
  // With an empty password, the client of the host would look for another one in the environment.
  if (row === null || password === "") return null;
  if (isKnown) await requireReady(ctx, row);
  const release = takePlaces(ctx, row);
  try {
    const host = await ctx.hosts.get(row.hostId);
    const session = await host.connectRaw(row.id, { role: user, password }, { applicationName, settings });
    if (session) return { session, release };
  } catch (error) {
    release();
    throw error;
  }
  release();
  return null;
}

/** A database's own role and its shell connections sign in to that database alone. */
async function findDatabase(ctx: Context, user: string, database: string) {
  if (!isId("database", database) || (user !== database && !isId("shellRole", user))) return null;
  return ctx.db.database.findUnique({
    where: { id: database, ...(user !== database && { shellRoles: { some: { id: user } } }) },
    select: { id: true, hostId: true, organisationId: true, status: true, password: true },
  });
}

function takePlaces(ctx: Context, row: { id: string; organisationId: string }): Release {
  const { socketsOfDatabase, socketsOfOrganisation } = CONCURRENCY_LIMITS;
  const taken = ctx.concurrency.take([
    { limit: socketsOfDatabase, key: row.id },
    { limit: socketsOfOrganisation, key: row.organisationId },
  ]);
  if (typeof taken === "function") return taken;
  const whose = taken.name === socketsOfDatabase.name ? "database" : "organisation";
  const message = `The ${whose} has all of its ${taken.limit} WebSocket connections in use. Close some, or use SQL over HTTP.`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 1 });
}
