export interface Term {
  expression: string;
  type: string;
}

export interface SortedTerm extends Term {
  isNullable: boolean;
  isDescending: boolean;
}

/** The order of rows, in which every row has a place of its own: by the sorted columns, then by the key. */
export interface RowOrder {
  sorted: SortedTerm[];
  /** The terms of the key; empty where nothing tells rows apart, and pages are found by counting. */
  key: Term[];
  /** The direction of the key: that of the first sorted column. */
  isDescending: boolean;
}

/** One query of a page: rows with a value in the sorted column, or those without, which come last. */
export interface RowPart {
  condition: string;
  order: string;
}
