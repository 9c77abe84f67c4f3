import { z } from "zod";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { getDatabaseInOrganisation } from "@/lib/databases/internal";
import { ServiceError } from "@/lib/errors";
import { type MadeRestorePoint, makeRestorePoint } from "./make";
import type { RestorePointOrigin } from "./resource";

const MAX_NAME_CODE_POINTS = 80;

/** Ruled like the name of a database, and longer, since it says what was about to happen. Names may repeat. */
const RestorePointName = z
  .string()
  .trim()
  .refine((name) => name.length > 0, "must not be empty")
  .refine((name) => [...name].length <= MAX_NAME_CODE_POINTS, `must be at most ${MAX_NAME_CODE_POINTS} characters long`)
  .refine((name) => name.isWellFormed() && !/\p{Cc}/u.test(name), "must not hold control characters");

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
