import { READ_FUNCTIONS, requireFunctions } from "./access";
import type { FunctionContext } from "./context";
import { FUNCTION_COLUMNS, type ProjectFunction, toFunction } from "./resource";

/** Returns a project's functions by name. */
export async function listFunctions(
  ctx: FunctionContext,
  { projectId }: { projectId: string },
): Promise<{ items: ProjectFunction[] }> {
  const { tier } = await requireFunctions(ctx, projectId, READ_FUNCTIONS);
  const rows = await ctx.db.projectFunction.findMany({
    where: { projectId },
    select: FUNCTION_COLUMNS,
    orderBy: { name: "asc" },
  });
  return { items: rows.map((row) => toFunction(row, { tier, contentUrl: ctx.contentUrl })) };
}
