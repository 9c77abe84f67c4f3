import type { FunctionBundler } from "@/lib/core/ports/function-bundler";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import type { StorageContext } from "../storage/context";
import type { UsageRecorder } from "../usage/recorder";

export interface FunctionContext extends StorageContext {
  functions: FunctionRuntime;
  functionBundler: FunctionBundler;
  /** Names of header fields that functions may answer besides those that all may (answer-fields.ts). */
  functionHeaders: readonly string[];
  usage: UsageRecorder;
}
