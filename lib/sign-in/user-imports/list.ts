import type { Context } from "@/lib/core/context";
import { requireProject } from "../project-keys/authorise";
import { TRANSFER_USERS } from "./address";
import { toUserImport, type UserImport } from "./resource";

const MAX_LISTED = 20;

/** Returns the newest imports of a project; they are kept for 30 days. Throws `project_not_found`. */
export async function listUserImports(ctx: Context, { projectId }: { projectId: string }): Promise<UserImport[]> {
  await requireProject(ctx, projectId, TRANSFER_USERS);
  const orderBy = [{ createdAt: "desc" }, { id: "desc" }] as const;
  const rows = await ctx.db.userImport.findMany({ where: { projectId }, orderBy: [...orderBy], take: MAX_LISTED });
  return rows.map(toUserImport);
}
