import { type FunctionAddress, getFunction, READ_FUNCTIONS } from "./access";
import type { FunctionContext } from "./context";
import { FUNCTION_COLUMNS, type ProjectFunction, toFunction } from "./resource";

/** Throws `function_not_found`. */
export async function showFunction(ctx: FunctionContext, at: FunctionAddress): Promise<ProjectFunction> {
  const { id, project } = await getFunction(ctx, at, READ_FUNCTIONS);
  const row = await ctx.db.projectFunction.findUniqueOrThrow({ where: { id }, select: FUNCTION_COLUMNS });
  return toFunction(row, { tier: project.tier, contentUrl: ctx.contentUrl });
}
