import { ServiceError } from "@/lib/core/errors";

type NamedValues = Record<string, string | null>;

/** A row that is not as a change left it. */
export interface Conflict {
  table: { schema: string; name: string };
  /** The row's key; `null` where only all their values tell rows apart. */
  key: NamedValues | null;
  /** The row as the change left it; `null` where it left none. */
  left: NamedValues | null;
  now: NamedValues | null;
}

/** Thrown when rows are not as a change or an undo expects them. */
export class ChangeConflictError extends ServiceError {
  readonly conflicts: readonly Conflict[];

  constructor(message: string, conflicts: readonly Conflict[] = [], cause?: unknown) {
    super("change_conflict", message, { cause });
    this.name = "ChangeConflictError";
    this.conflicts = conflicts;
  }
}
