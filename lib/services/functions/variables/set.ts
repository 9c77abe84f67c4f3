import { ServiceError } from "@/lib/core/errors";
import type { FunctionAddress } from "../access";
import type { FunctionContext } from "../context";
import { FUNCTION_FIELDS } from "../settings";
import { changeVariable } from "./change";

/**
 * Sets an environment variable of a function, from its next invocation on. Throws `function_not_found`, `conflict` for a
 * function without a version, `invalid_request` for a name that the service sets itself and for one variable too many.
 */
export async function setVariable(
  ctx: FunctionContext,
  { variable, value, ...at }: FunctionAddress & { variable: string; value: string },
): Promise<void> {
  await changeVariable(ctx, { ...at, variable }, (env) => {
    const parsed = FUNCTION_FIELDS.env.safeParse({ ...env, [variable]: value });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    const subject = issue?.path.length ? "The variable" : "There";
    throw new ServiceError("invalid_request", `${subject} ${issue?.message ?? "isn't valid"}.`);
  });
}
