import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { lockProjectForChange } from "./in-organisation";
import type { ProjectDetails } from "./resource";
import { Origin } from "./settings";
import { readSettings } from "./stored-settings";
import { updateSettings } from "./update-settings";

export const AllowOriginInput = z.object({ organisationId: z.string(), projectId: z.string(), origin: Origin });
type AllowOriginInput = z.infer<typeof AllowOriginInput>;

/** Adds an origin to those that are allowed, also while another member adds one. */
export async function allowOrigin(ctx: Context, input: AllowOriginInput): Promise<ProjectDetails> {
  const { organisationId, projectId, origin } = input;
  requireMemberPermission(ctx, organisationId, "projects:write");
  return withTransaction(ctx, async (tx) => {
    const { settings } = await lockProjectForChange(tx, organisationId, projectId);
    const allowedOrigins = [...new Set([...readSettings(settings).allowedOrigins, origin])];
    return updateSettings(tx, { organisationId, projectId, settings: { allowedOrigins } });
  });
}
