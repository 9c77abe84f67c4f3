import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";
import { notConfigured } from "./ground";

/** Stands where this installation runs no functions. */
export class AbsentFunctions implements FunctionRuntime {
  async standing(): Promise<null> {
    return null;
  }

  async tryStart(): Promise<never> {
    throw notConfigured();
  }

  async invoke(): Promise<never> {
    throw notConfigured();
  }

  async retire(): Promise<void> {}

  onOutcome(): void {}

  async close(): Promise<void> {}
}
