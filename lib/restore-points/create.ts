import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { getDatabaseInOrganisation } from "@/lib/databases/internal";
import { ServiceError } from "@/lib/errors";
import { oneLineName } from "@/lib/one-line-name";
import { type MadeRestorePoint, makeRestorePoint } from "./make";
import type { RestorePointOrigin } from "./resource";

/** Longer than that of a database, since it says what was about to happen. Names may repeat. */
const RestorePointName = oneLineName(80);

/**
 * Keeps a database as it is now. Its sessions are ended, and it accepts none while it is copied. Throws
 * `database_not_found`, `limit_reached`, `invalid_request`, `database_not_ready`, `host_unavailable`.
 */
export async function createRestorePoint(
  ctx: Context,
  input: { databaseId: string; name: string; origin?: Extract<RestorePointOrigin, "manual" | "before-change"> },
): Promise<MadeRestorePoint> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const name = parseName(input.name);
  const { id: databaseId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const subject = { organisationId, databaseId, hostId, name, origin: input.origin ?? "manual" };
  return makeRestorePoint(ctx, subject);
}

/** Throws `invalid_request`. */
function parseName(text: string): string {
  const name = RestorePointName.safeParse(text);
  if (!name.success) throw new ServiceError("invalid_request", "The name of a restore point has 1 to 80 characters.");
  return name.data;
}
