/** Differences between the editor and psql that are on purpose: what they look like, and why. */
export const INTENDED: readonly { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^SELECT \* FROM information_schema\./i,
    reason: "The views of the standard name the database, and each of the two has a name of its own.",
  },
];
