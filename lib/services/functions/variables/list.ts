import type { Context } from "@/lib/core/context";
import { type FunctionAddress, getFunction, WRITE_FUNCTIONS } from "../access";
import { openEnv } from "../environment";

/** An environment variable of a function. */
export interface FunctionVariable {
  name: string;
  value: string;
}

/**
 * Returns the environment variables of the version that answers, by name, to those who may change them. Throws
 * `function_not_found`, `missing_permission`.
 */
export async function listVariables(ctx: Context, at: FunctionAddress): Promise<FunctionVariable[]> {
  const { activeVersionId } = await getFunction(ctx, at, WRITE_FUNCTIONS);
  if (activeVersionId === null) return [];
  const version = await ctx.db.functionVersion.findUniqueOrThrow({
    where: { id: activeVersionId },
    select: { id: true, env: true },
  });
  const variables = Object.entries(openEnv(ctx, version)).map(([name, value]) => ({ name, value }));
  return variables.sort((one, other) => (one.name < other.name ? -1 : 1));
}
