/** Returns whether the work ends well. What it failed at is of no interest. */
export function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
