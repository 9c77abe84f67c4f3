/** The rows alone could not take the change back. The open transaction must be rolled back. */
export class RowsNotKeptError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "RowsNotKeptError";
  }
}
