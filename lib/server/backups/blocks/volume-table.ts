import { blockOf, type Place, placeAt, VOLUME_BLOCKS, volumeOf } from "./block";

/** The number of blocks that a volume has, and the number of these that a base backup uses. */
export interface VolumeUse {
  blocks: number;
  used: number;
}

/** A volume with fewer blocks is small: 16 MiB. */
const SMALL_BLOCKS = VOLUME_BLOCKS / 16;
const MOST_SMALL = 30;

/**
 * Returns whether each volume of an earlier base backup may be referred to. One of which less than half is used is left
 * behind, and all small ones are if there are many: their blocks are stored again.
 */
export function volumesToKeep(volumes: readonly VolumeUse[]): boolean[] {
  const isSmall = ({ blocks }: VolumeUse) => blocks < SMALL_BLOCKS;
  const hasMany = volumes.filter(isSmall).length > MOST_SMALL;
  return volumes.map((volume) => volume.used * 2 >= volume.blocks && !(hasMany && isSmall(volume)));
}

interface Volume extends VolumeUse {
  name: string;
  /** A bit for each block that is used. */
  bits: Uint8Array;
  /** Its number in the manifest; 0 until one of its blocks is used. */
  number: number;
}

/** The volumes to which a base backup refers: those of earlier ones, and its own. */
export class VolumeTable {
  readonly #volumes: Volume[];
  readonly #nameOf: (number: number) => string;
  readonly #volumeBlocks: number;
  readonly #inUse: Volume[] = [];
  #own = 0;
  #open: number | null = null;

  constructor(
    earlier: readonly { name: string; blocks: number }[],
    { nameOf, volumeBlocks }: { nameOf: (number: number) => string; volumeBlocks: number },
  ) {
    this.#volumes = earlier.map(newVolume);
    this.#nameOf = nameOf;
    this.#volumeBlocks = volumeBlocks;
  }

  /** Returns the place of a new block. Volumes are filled one after another. */
  next(): Place {
    const open = this.#open === null ? undefined : this.#volumes[this.#open];
    if (open === undefined || open.blocks === this.#volumeBlocks) {
      this.#own += 1;
      this.#open = this.#volumes.push(newVolume({ name: this.#nameOf(this.#own), blocks: 1 })) - 1;
      return placeAt(this.#open, 0);
    }
    open.blocks += 1;
    return placeAt(this.#open ?? 0, open.blocks - 1);
  }

  /** Ends the volume that is being filled. */
  close(): void {
    this.#open = null;
  }

  /** Notes that the backup uses a block, and returns its place as manifest and index have it. */
  use(place: Place): { volume: number; block: number } {
    const volume = this.#volumes[volumeOf(place)];
    if (volume === undefined) throw new Error("a block has no volume");
    const block = blockOf(place);
    const [byte, bit] = [block >> 3, 1 << (block & 7)];
    const bits = volume.bits[byte] ?? 0;
    if ((bits & bit) === 0) {
      volume.bits[byte] = bits | bit;
      volume.used += 1;
    }
    if (volume.number === 0) volume.number = this.#inUse.push(volume);
    return { volume: volume.number, block };
  }

  /** Returns the volumes in use, in the order of their numbers. */
  inUse(): (VolumeUse & { name: string })[] {
    return this.#inUse.map(({ name, blocks, used }) => ({ name, blocks, used }));
  }
}

function newVolume({ name, blocks }: { name: string; blocks: number }): Volume {
  return { name, blocks, used: 0, bits: new Uint8Array(VOLUME_BLOCKS / 8), number: 0 };
}
