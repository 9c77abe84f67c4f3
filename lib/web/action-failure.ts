import "server-only";
import { ServiceError } from "@/lib/core/errors";

/** What a form is told of its last submission. */
export interface ActionState {
  /** Why it was refused, as a sentence. */
  message: string | null;
  /** What was done, where the page does not show it by itself. */
  done?: string;
}

/** What a refused action tells its form. Anything but a refusal is thrown on, to the boundary. */
export function actionFailure(error: unknown): ActionState {
  if (error instanceof ServiceError) return { message: error.message };
  throw error;
}

/** What an action answers that no form waits for. */
export type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; message: string };

/** Runs a verb for such an action: a refusal is told, anything else thrown on. */
export async function perform<Value>(work: () => Promise<Value>): Promise<Outcome<Value>> {
  try {
    return { isDone: true, value: await work() };
  } catch (error) {
    return { isDone: false, message: actionFailure(error).message ?? "" };
  }
}
