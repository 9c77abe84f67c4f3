import { ServiceError } from "@/lib/core/errors";
import type { FunctionAddress } from "../access";
import type { FunctionContext } from "../context";
import { changeVariable } from "./change";

/**
 * Takes an environment variable from a function, from its next invocation on. Throws `function_not_found`, `conflict`
 * for a function without a version, `not_found` for a variable that it doesn't have.
 */
export async function deleteVariable(
  ctx: FunctionContext,
  { variable, ...at }: FunctionAddress & { variable: string },
): Promise<void> {
  await changeVariable(ctx, { ...at, variable }, (env) => {
    if (!Object.hasOwn(env, variable)) throw new ServiceError("not_found", "Variable not found.");
    return Object.fromEntries(Object.entries(env).filter(([name]) => name !== variable));
  });
}
