import { ServiceError } from "@/lib/core/errors";

type NamedValues = Record<string, string | null>;

/** A row that is not as it was left. */
export interface Conflict {
  table: { schema: string; name: string };
  /** `null` where nothing tells rows apart but all their values. */
  key: NamedValues | null;
  /** As the change left it; `null` where it left none. */
  left: NamedValues | null;
  /** As it is now; `null` where there is none. */
  now: NamedValues | null;
}

/** Rows are not as they have to be. */
export class ChangeConflictError extends ServiceError {
  readonly conflicts: readonly Conflict[];

  constructor(message: string, conflicts: readonly Conflict[] = [], cause?: unknown) {
    super("change_conflict", message, { cause });
    this.name = "ChangeConflictError";
    this.conflicts = conflicts;
  }
}
