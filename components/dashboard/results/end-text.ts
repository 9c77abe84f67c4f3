/** PostgreSQL's words for an end that is no fault of a statement, and those for the reader. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/^canceling statement due to user request$/, "Cancelled. Nothing of this statement lasts."],
  [/^canceling statement due to statement timeout$/, "Took longer than a statement may, and was stopped."],
  [/^canceling statement due to lock timeout$/, "Waited too long for a lock that another session holds."],
];

/** Returns why a statement ended early, in plain words where PostgreSQL names a limit or a request. */
export function endText(message: string): string {
  return PLAIN.find(([raw]) => raw.test(message))?.[1] ?? message;
}
