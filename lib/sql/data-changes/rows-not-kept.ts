/** Thrown when the rows alone could not undo a change. The open transaction must be rolled back. */
export class RowsNotKeptError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "RowsNotKeptError";
  }
}
