/** The unit in which files are compared: a page of PostgreSQL. */
export const BLOCK_BYTES = 8_192;
/** 256 MiB. */
export const VOLUME_BLOCKS = 32_768;
export const DIGEST_BYTES = 16;
/**
 * A page begins with the position of its last change in the WAL and with its checksum. They are all that differs between
 * a page and its copy in a branch that was copied through the WAL, so they are kept apart.
 */
export const HEAD_BYTES = 10;

/** The place of a block's bytes: the volume and the block in it, as one number. */
export type Place = number;

export function placeAt(volume: number, block: number): Place {
  return volume * VOLUME_BLOCKS + block;
}

export function volumeOf(place: Place): number {
  return Math.floor(place / VOLUME_BLOCKS);
}

export function blockOf(place: Place): number {
  return place % VOLUME_BLOCKS;
}

export function blocksIn(bytes: number): number {
  return Math.ceil(bytes / BLOCK_BYTES);
}
