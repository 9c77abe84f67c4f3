/** Ids are random in their last characters, which spread the kept files over 1,296 folders. */
const FOLDER_CHARACTERS = 2;

/** Returns the place of bytes below the root of a store. It is alike in all stores, so that one can be copied into another. */
export function placeOf(bytesId: string): string {
  return `${bytesId.slice(-FOLDER_CHARACTERS)}/${bytesId}`;
}
