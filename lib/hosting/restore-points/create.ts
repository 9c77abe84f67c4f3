import { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { oneLineName } from "@/lib/core/names";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { type MadeRestorePoint, makeRestorePoint } from "./make";
import type { RestorePointOrigin } from "./resource";

/** Names are longer than those of databases, since they describe the coming change. They may repeat. */
export const RestorePointName = oneLineName(80).meta({
  form: {
    label: "Name",
    placeholder: "Before the import",
    maxLength: 80,
    fault: "Enter a name of 1 to 80 characters.",
  },
});

/** The name is checked by the verb, which trims it. */
export const CreateRestorePointInput = DatabaseInput.extend({ name: z.string().max(400) });

interface NewRestorePoint extends z.infer<typeof CreateRestorePointInput> {
  origin?: Extract<RestorePointOrigin, "manual" | "before-change">;
  /** The statement that it is made for. The restore point is deleted when the statement changes nothing. */
  statementId?: string;
  /** The work after it loses data, so that nothing but time takes its place for a week. */
  isProtected?: boolean;
}

/**
 * Takes a restore point of a database. Its sessions are ended, and it accepts none while it is copied. Throws
 * `database_not_found`, `limit_reached`, `invalid_request`, `rate_limited`, `database_not_ready`,
 * `host_unavailable`.
 */
export async function createRestorePoint(ctx: Context, input: NewRestorePoint): Promise<MadeRestorePoint> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const name = parseName(input.name);
  const { id: databaseId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const { origin = "manual" as const, statementId, isProtected } = input;
  const wanted = { organisationId, databaseId, hostId, name, origin, statementId, isProtected };
  return inTurn(ctx, organisationId, () => makeRestorePoint(ctx, wanted));
}

function parseName(text: string): string {
  const name = RestorePointName.safeParse(text);
  if (!name.success) throw new ServiceError("invalid_request", "Enter a name of 1 to 80 characters.");
  return name.data;
}
