import { ServiceError } from "@/lib/core/errors";
import type { FunctionRuntime } from "@/lib/core/ports/function-runtime";

/** Stands where this installation runs no functions. */
export class AbsentFunctions implements FunctionRuntime {
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

function notConfigured(): ServiceError {
  return new ServiceError("not_configured", "This installation doesn't run functions.");
}
