import type { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { getReadyDatabase } from "@/lib/databases/internal";
import type { ConnectionString } from "@/lib/databases/resource";
import { connectionStringOf } from "./connection-string";

/** Reveals the connection string, and records who asked. Throws `database_not_found`, `database_not_ready`. */
export async function revealConnectionString(
  ctx: Context,
  input: { databaseId: string },
): Promise<z.infer<typeof ConnectionString>> {
  const { organisationId } = requirePermission(ctx.actor, "credentials:reveal");
  const row = await getReadyDatabase(ctx, organisationId, input.databaseId);
  await recordAudit(ctx, { organisationId, action: "database.reveal_connection_string", targetId: row.id });
  return { connectionString: await connectionStringOf(ctx, row.id) };
}
