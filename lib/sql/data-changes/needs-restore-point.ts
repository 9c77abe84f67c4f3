import { ServiceError } from "@/lib/core/errors";
import { RESTORE_POINT } from "@/lib/sql/grammar/effect";

/** The rows alone could not take a change back. It was not made, and can be made with a restore point taken first. */
export class NeedsRestorePointError extends ServiceError {
  /** What to tell before it is made so. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super("conflict", `Nothing was changed yet, since the rows alone could not take it back. ${reason}`, { cause });
    this.name = "NeedsRestorePointError";
    this.reason = `${reason} ${RESTORE_POINT}`;
  }
}
