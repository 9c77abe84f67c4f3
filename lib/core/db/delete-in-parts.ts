const PART = 10_000;

/** Deletes in parts, so that no statement holds its locks for long. `remove` returns how many of `limit` there were. */
export async function deleteInParts(remove: (limit: number) => Promise<number>): Promise<void> {
  let deleted: number;
  do deleted = await remove(PART);
  while (deleted === PART);
}
