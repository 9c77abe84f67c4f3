import { ServiceError } from "@/lib/core/errors";
import { RESTORE_POINT } from "@/lib/sql/grammar/effect";

/**
 * Thrown before a change that its rows alone could not undo. Nothing was changed; the change can be made with a restore
 * point taken first.
 */
export class NeedsRestorePointError extends ServiceError {
  /** The reason to show before the change is made with a restore point. */
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super("conflict", `Nothing was changed yet, since the rows alone could not take it back. ${reason}`, { cause });
    this.name = "NeedsRestorePointError";
    this.reason = `${reason} ${RESTORE_POINT}`;
  }
}
