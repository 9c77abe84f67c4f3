import "server-only";
import { ServiceError } from "@/lib/errors";

/** What a form is told of its last submission. */
export interface ActionState {
  /** Why it was refused, as a sentence. */
  message: string | null;
}

/** What a refused action tells its form. Anything but a refusal is thrown on, to the boundary. */
export function actionFailure(error: unknown): ActionState {
  if (error instanceof ServiceError) return { message: error.message };
  throw error;
}
