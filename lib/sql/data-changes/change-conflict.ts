import { ServiceError } from "@/lib/core/errors";
import { StatementError } from "@/lib/core/ports/customer-session";

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

/** Returns a refusal of Postgres during an undo, with the constraint and the values that it names, as a conflict. */
export function asConflict(error: unknown): unknown {
  if (!(error instanceof StatementError)) return error;
  const reason = [error.message, error.detail].filter((part) => part !== null).join(". ");
  return new ChangeConflictError(`Nothing was undone: ${reason.replace(/\.$/, "")}.`, [], error);
}
