import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { ApplyRowChangesInput } from "./apply";
import { describeRowChanges } from "./describe-row-changes";

export const PreviewRowChangesInput = ApplyRowChangesInput.omit({ mayKeepDatabase: true });

/** Returns the statements that would make the changes. Throws `database_not_found`, `host_unavailable`. */
export async function previewRowChanges(
  ctx: Context,
  input: z.output<typeof PreviewRowChangesInput>,
): Promise<{ text: string }> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  await getReadyDatabase(ctx, organisationId, input.databaseId);
  return { text: describeRowChanges(input.changes) };
}
