import type { FunctionBundler } from "@/lib/core/ports/function-bundler";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import type { StorageContext } from "../storage/context";
import type { UsageRecorder } from "../usage/recorder";

export interface FunctionContext extends StorageContext {
  functions: FunctionRuntime;
  functionBundler: FunctionBundler;
  usage: UsageRecorder;
}
