import type { Context } from "@/lib/core/context";
import { requireProject } from "../project-keys/authorise";
import { getImportInProject, type ImportAddress, TRANSFER_USERS } from "./address";
import type { ImportProblem } from "./resource";

/** The report has this many lines at most; the import counts them all. */
export const MAX_PROBLEMS = 10_000;

/** Returns the first lines of the file that were refused, each with the reason. Throws `project_not_found`, `not_found`. */
export async function listImportProblems(
  ctx: Context,
  { limit = MAX_PROBLEMS, ...address }: ImportAddress & { limit?: number },
): Promise<ImportProblem[]> {
  await requireProject(ctx, address.projectId, TRANSFER_USERS);
  await getImportInProject(ctx, address);
  return ctx.db.userImportProblem.findMany({
    where: { importId: address.importId },
    orderBy: { record: "asc" },
    take: limit,
    select: { line: true, field: true, message: true },
  });
}
