import type { Context } from "@/lib/core/context";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";

export interface FunctionContext extends Context {
  functions: FunctionRuntime;
}
