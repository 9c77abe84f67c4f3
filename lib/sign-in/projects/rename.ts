import { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { lockProjectForChange, projectNameTaken } from "./in-organisation";
import { type Project, ProjectName, toProject } from "./resource";

export const RenameProjectInput = z.object({ organisationId: z.string(), projectId: z.string(), name: ProjectName });
export type RenameProjectInput = z.infer<typeof RenameProjectInput>;

/** Renames a project; its id and keys stay. Throws `name_taken` within the organisation. */
export async function renameProject(ctx: Context, input: RenameProjectInput): Promise<Project> {
  requireMemberPermission(ctx, input.organisationId, "projects:write");
  try {
    return await changeName(ctx, input);
  } catch (error) {
    if (isUniqueViolation(error)) throw projectNameTaken(input.name);
    throw error;
  }
}

function changeName(ctx: Context, { organisationId, projectId, name }: RenameProjectInput): Promise<Project> {
  return withTransaction(ctx, async (tx) => {
    const before = await lockProjectForChange(tx, organisationId, projectId);
    if (before.name === name) return toProject(before);
    const row = await tx.db.project.update({ where: { id: projectId }, data: { name } });
    const data = { from: before.name, to: name };
    await recordAudit(tx, { organisationId, action: "project.rename", targetId: projectId, data });
    return toProject(row);
  });
}
