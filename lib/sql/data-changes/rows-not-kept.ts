/** Thrown when the rows alone could not undo a change. The open transaction must be rolled back. */
export class RowsNotKeptError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = "RowsNotKeptError";
  }
}

/** Thrown when more rows were changed than those that are kept. */
export class OtherRowsError extends RowsNotKeptError {
  /** The other rows, such as `1 row in public.children (foreign key children_id_fkey)`. */
  readonly others: string;

  constructor(others: string) {
    super(`It also changes ${others}.`);
    this.name = "OtherRowsError";
    this.others = others;
  }
}
