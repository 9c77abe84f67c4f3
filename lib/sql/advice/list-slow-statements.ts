import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { maskSecrets } from "../grammar/mask";
import type { MeasuredStatement } from "./resource";

const MAX_STATEMENTS = 50;

/**
 * Returns the statements of a database that have taken the most time, with their secrets masked; `null` where the host
 * does not measure them. Throws `missing_permission`, `database_not_found`, `host_unavailable`.
 */
export async function listSlowStatements(
  ctx: Context,
  input: { databaseId: string },
): Promise<readonly MeasuredStatement[] | null> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const found = await (await ctx.hosts.get(hostId)).listSlowStatements(id, MAX_STATEMENTS);
  if (found === null) return null;
  return Promise.all(found.map(async (one) => ({ ...one, statement: await maskSecrets(one.statement) })));
}
