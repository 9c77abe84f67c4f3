import type { DatabaseClient } from "@/lib/core/db/client";
import type { Runtime } from "@/lib/runtime";
import type { SignInError, SignInErrorCode } from "@/lib/sign-in/errors";
import { corsHeaders } from "./cors";

/** The refusals of a request whose project, key or origin is set up wrong. */
const SETUP_CODES: ReadonlySet<SignInErrorCode> = new Set([
  ...(["INVALID_PUBLIC_KEY", "INVALID_PROJECT", "READ_ONLY_KEY", "PROJECT_SUSPENDED"] as const),
  ...(["INVALID_ORIGIN", "MISSING_OR_NULL_ORIGIN"] as const),
]);

/** Lets the page read why it was refused, if the project was not found or does not list its origin. */
export async function letReadRefusal(
  headers: Headers,
  { code }: SignInError,
  runtime: Runtime,
  { origin, requestId }: { origin: string | null; requestId: string },
): Promise<void> {
  if (!SETUP_CODES.has(code) || origin === null || headers.has("Access-Control-Allow-Origin")) return;
  if (!(await mayReadRefusals(runtime, origin, requestId))) return;
  for (const [name, value] of corsHeaders(origin, [origin])) headers.set(name, value);
}

/**
 * Returns whether pages of this origin may send a request and read why it was refused: in production those of any
 * project, and in development all, so that a developer reads the mistake in the set-up there. An answer other than a
 * refusal is for the origins of its own project. While the database is away, no origin may.
 */
export async function mayReadRefusals(
  { db, log, environment }: Runtime,
  origin: string,
  requestId: string,
): Promise<boolean> {
  if (URL.parse(origin)?.origin !== origin) return false;
  if (environment.mode === "development") return true;
  return isAllowedSomewhere(db, origin).catch((error) => {
    log.error({ err: error, requestId, operation: "preflight" }, "request failed");
    return false;
  });
}

async function isAllowedSomewhere(db: DatabaseClient, origin: string): Promise<boolean> {
  const wanted = JSON.stringify({ allowedOrigins: [origin] });
  const rows = await db.$queryRaw<unknown[]>`
    select 1 from project where settings @> ${wanted}::jsonb and deleted_at is null limit 1`;
  return rows.length > 0;
}
