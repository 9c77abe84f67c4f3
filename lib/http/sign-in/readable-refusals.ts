import type { DatabaseClient } from "@/lib/core/db/client";
import type { Runtime } from "@/lib/runtime";

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
