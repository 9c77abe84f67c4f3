import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import type { ConnectionString } from "@/lib/hosting/databases/resource";
import { connectionStringOf } from "./connection-string";

/** Returns the connection string, and records who asked for it. Throws `database_not_found`, `database_not_ready`. */
export async function revealConnectionString(
  ctx: Context,
  input: { databaseId: string },
): Promise<z.infer<typeof ConnectionString>> {
  const { organisationId } = requirePermission(ctx.actor, "credentials:reveal");
  const row = await getReadyDatabase(ctx, organisationId, input.databaseId);
  await recordAudit(ctx, { organisationId, action: "database.reveal_connection_string", targetId: row.id });
  return { connectionString: await connectionStringOf(ctx, row.id) };
}
