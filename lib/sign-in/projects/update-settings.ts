import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { lockProjectForChange } from "./in-organisation";
import { hasOwnWayIn, requireWayIn } from "./providers/ways-in";
import { type ProjectDetails, toProjectDetails } from "./resource";
import { changedPaths, changeSettings, readSettings, toStoredSettings } from "./stored-settings";

interface UpdateSettingsInput {
  organisationId: string;
  projectId: string;
  /** Part of the settings; omitted settings stay, and a list is replaced as a whole. */
  settings: unknown;
}

/** Changes settings. Throws `invalid_request` that names the unfit value. */
export async function updateSettings(ctx: Context, input: UpdateSettingsInput): Promise<ProjectDetails> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const { organisationId, projectId } = input;
  return withTransaction(ctx, async (tx) => {
    const row = await lockProjectForChange(tx, organisationId, projectId);
    const before = readSettings(row.settings);
    const after = changeSettings(before, input.settings);
    const changed = changedPaths(before, after);
    if (changed.length === 0) return toProjectDetails(row);
    if (hasOwnWayIn(before)) await requireWayIn(tx, projectId, after);
    const updated = await tx.db.project.update({
      where: { id: projectId },
      data: { settings: toStoredSettings(after) },
    });
    const data = { changed };
    await recordAudit(tx, { organisationId, action: "project.update_settings", targetId: projectId, data });
    return toProjectDetails(updated);
  });
}
