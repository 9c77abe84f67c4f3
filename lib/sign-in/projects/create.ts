import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { projectNameTaken } from "./in-organisation";
import { type ProjectDetails, ProjectName, toProjectDetails } from "./resource";
import type { ProjectSettings } from "./settings";
import { changedPaths, changeSettings, readSettings, toStoredSettings } from "./stored-settings";
import { tierOfNewProject } from "./tier";

export const CreateProjectInput = z.object({
  organisationId: z.string(),
  name: ProjectName,
  /** The settings that differ from the defaults. */
  settings: z.unknown().optional(),
});
export type CreateProjectInput = z.infer<typeof CreateProjectInput>;

/** Creates a project. Throws `name_taken` within the organisation, `invalid_request` for settings that do not fit. */
export async function createProject(ctx: Context, input: CreateProjectInput): Promise<ProjectDetails> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  const defaults = readSettings({});
  const settings = changeSettings(defaults, input.settings ?? {});
  try {
    return await insertProject(ctx, input, settings, changedPaths(defaults, settings));
  } catch (error) {
    if (isUniqueViolation(error)) throw projectNameTaken(input.name);
    throw error;
  }
}

function insertProject(
  ctx: Context,
  { organisationId, name }: CreateProjectInput,
  settings: ProjectSettings,
  changed: string[],
): Promise<ProjectDetails> {
  return withTransaction(ctx, async (tx) => {
    const row = await tx.db.project.create({
      data: {
        id: createId("project", tx.random),
        organisationId,
        name,
        tier: await tierOfNewProject(tx, organisationId),
        settings: toStoredSettings(settings),
        createdAt: tx.clock.now(),
      },
    });
    await recordAudit(tx, {
      organisationId,
      action: "project.create",
      targetId: row.id,
      data: { name, settings: changed },
    });
    return toProjectDetails(row);
  });
}
