import type { DatabaseClient } from "@/lib/core/db/client";
import type { Runtime } from "@/lib/runtime";
import { apiSecurityHeaders } from "../security-headers";
import { addPreflightHeaders, corsHeaders } from "./cors";

/** Accepts the origins of every project, since a preflight carries neither the project's header nor its key. */
export async function answerPreflight(runtime: Runtime, origin: string | null, requestId: string): Promise<Response> {
  const isAllowed = origin !== null && (await isKnownAllowed(runtime, origin, requestId));
  const headers = corsHeaders(origin, isAllowed ? [origin] : []);
  if (isAllowed) addPreflightHeaders(headers);
  for (const [name, value] of Object.entries(apiSecurityHeaders)) headers.set(name, value);
  headers.set("X-Request-Id", requestId);
  return new Response(null, { status: 204, headers });
}

/** Allows no origin while the database is away: the browser reports it and the page can try again. */
async function isKnownAllowed({ db, log }: Runtime, origin: string, requestId: string): Promise<boolean> {
  return isAllowedSomewhere(db, origin).catch((error) => {
    log.error({ err: error, requestId, operation: "preflight" }, "request failed");
    return false;
  });
}

async function isAllowedSomewhere(db: DatabaseClient, origin: string): Promise<boolean> {
  if (URL.parse(origin)?.origin !== origin) return false;
  const wanted = JSON.stringify({ allowedOrigins: [origin] });
  const rows = await db.$queryRaw<unknown[]>`select 1 from project where settings @> ${wanted}::jsonb limit 1`;
  return rows.length > 0;
}
