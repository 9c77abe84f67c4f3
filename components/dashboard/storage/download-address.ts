/** Returns the address that leads to an object's bytes, to be downloaded. */
export function downloadAddress(bucketAddress: string, key: string): string {
  return `${bucketAddress}/download?${new URLSearchParams({ key })}`;
}
