import { ServiceError } from "@/lib/core/errors";
import { RESTORE_POINT } from "@/lib/sql/grammar/effect";

/** Thrown, with nothing changed, before a change that a restore point could undo but its rows alone could not. */
export class NeedsRestorePointError extends ServiceError {
  readonly reason: string;

  constructor(reason: string, cause?: unknown) {
    super("conflict", `Nothing has changed yet, because this can't be undone row by row. ${reason}`, { cause });
    this.name = "NeedsRestorePointError";
    this.reason = `${reason} ${RESTORE_POINT}`;
  }
}
