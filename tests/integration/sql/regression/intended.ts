/** Differences between the editor and psql that are on purpose: their form and their reason. */
export const INTENDED: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^SELECT \* FROM information_schema\./i,
    reason: "The views of the standard name the database, and each of the two has a name of its own.",
  },
  {
    pattern: /^WITH t1 AS \( DELETE FROM bug6051_3 RETURNING \* \)/,
    reason: "PostgreSQL sends the rows of a rule's SELECT by the simple protocol alone, which can't bind parameters.",
  },
];
