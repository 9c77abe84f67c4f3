import type { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { BackgroundRunId } from "@/lib/core/id-schemas";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { findBackgroundRuns } from "./find";
import type { BackgroundRun } from "./resource";

export const BackgroundRunInput = DatabaseInput.extend({ runId: BackgroundRunId });
export type BackgroundRunInput = z.infer<typeof BackgroundRunInput>;

/** Returns a run and how far it is. Throws `missing_permission`, `database_not_found`, `not_found`. */
export async function getBackgroundRun(ctx: Context, input: BackgroundRunInput): Promise<BackgroundRun> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const [run] = await findBackgroundRuns(ctx, { id: input.runId, databaseId }, 1);
  if (!run) throw runNotFound();
  return run;
}

export function runNotFound(): ServiceError {
  return new ServiceError("not_found", "Run not found.");
}
