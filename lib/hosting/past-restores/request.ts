import { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { DatabaseInput, NamedInput } from "@/lib/hosting/databases/name";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import type { BackupContext } from "./context";
import { insertPastRestore } from "./insert";
import { isEmbedded } from "./past-times";
import { PAST_RESTORE_COLUMNS, type PastRestore, toPastRestore } from "./resource";
import { findPlace, requireInWindow } from "./window";

const At = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .meta({
    description: "The second as of which the database is restored, with its time zone.",
    example: "2026-03-01T09:30:00Z",
    form: { label: "Time", kind: "moment", fault: "Enter a time, such as 2026-03-01 09:30:00." },
  });

export const PastRestoreFields = z.strictObject({ at: At, name: NamedInput.shape.name });
export const RequestPastRestoreInput = PastRestoreFields.extend(DatabaseInput.shape);

/**
 * Asks for a database as it was at a time, as a branch of it, which becomes `ready` when it has its turn. Throws
 * `database_not_found`, `not_configured`, `time_not_restorable`, `limit_reached`, `name_taken`, `database_not_ready`,
 * `host_unavailable`.
 */
export async function requestPastRestore(
  ctx: BackupContext,
  input: z.output<typeof RequestPastRestoreInput>,
): Promise<PastRestore> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const earlier = await findEarlierRequest(ctx);
  if (earlier) return earlier;
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  await requireInWindow(ctx, id, input.at);
  await requireCopier(ctx, id);
  return inTurn(ctx, organisationId, () => insertPastRestore(ctx, organisationId, input));
}

/** Throws `not_configured` where a copy into a registered host could not be made when its turn comes. */
async function requireCopier(ctx: BackupContext, databaseId: string): Promise<void> {
  const { host } = await findPlace(ctx, databaseId);
  if (!isEmbedded(host)) await ctx.copier.prepare(host.serverVersionNum);
}

/** Returns the restore that a request with the same Idempotency-Key asked for before its process ended. */
async function findEarlierRequest({ db, idempotencyRecordId }: BackupContext): Promise<PastRestore | null> {
  if (idempotencyRecordId === null) return null;
  const row = await db.pastRestore.findUnique({ where: { idempotencyRecordId }, select: PAST_RESTORE_COLUMNS });
  return row && toPastRestore(row);
}
