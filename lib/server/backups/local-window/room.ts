import { byteText } from "@/lib/core/byte-text";
import { OperatorError } from "@/lib/core/operator-error";
import type { Places } from "../../data-folder/disk-full";
import { type FileSystem, fileSystemOf, fullestOf } from "../../data-folder/file-system";
import { readState } from "../../data-folder/instance-state";
import { Pace } from "../pace";

const GIB = 1024 ** 3;
const MOST_SHARE = 0.1;
/** The window gives way long before the databases lack room. */
const LEAST_FREE_SHARE = 0.1;
const LEAST_FREE_BYTES = 2 * GIB;
const LOOK_BYTES = 16 * 1024 ** 2;

/** The room that the window may take on the disk. */
export interface WindowRoom {
  mostBytes: number;
  /** Returns the reason in a sentence if the disk is so full that the window gives way, or `null`. */
  describeLack: () => string | null;
}

/** Returns the room of an installation's window, which goes on the disk of the data folder. */
export async function findWindowRoom(dataDir: string): Promise<WindowRoom> {
  const state = await readState(dataDir);
  return roomIn(state === null ? [dataDir] : [dataDir, state.postgresDirectory]);
}

export function roomIn(places: Places): WindowRoom {
  return {
    mostBytes: mostBytesOf(fileSystemOf(places[0])),
    describeLack: () => describeLack(fileSystemOf(fullestOf(places))),
  };
}

export function mostBytesOf({ totalBytes }: Pick<FileSystem, "totalBytes">): number {
  return Math.floor(totalBytes * MOST_SHARE);
}

export function describeLack({ mountPoint, freeBytes, totalBytes }: Omit<FileSystem, "device">): string | null {
  const least = Math.min(LEAST_FREE_BYTES, totalBytes * LEAST_FREE_SHARE);
  if (freeBytes >= least) return null;
  return `The disk ${mountPoint} has only ${byteText(freeBytes)} free, which are left to the databases.`;
}

/** There is too little room for the window. */
export class NoRoomError extends OperatorError {
  /** Whether the window itself is too large, rather than the disk too full. */
  readonly isTooLarge: boolean;

  constructor(message: string, { isTooLarge }: { isTooLarge: boolean }) {
    super(message);
    this.isTooLarge = isTooLarge;
  }
}

export function tooLarge({ mostBytes }: WindowRoom): NoRoomError {
  const message = `The databases and their changes take more than ${byteText(mostBytes)}, a tenth of the disk.`;
  return new NoRoomError(message, { isTooLarge: true });
}

/** Throws `NoRoomError` while the disk is so full that the window gives way. */
export function requireFreeDisk(room: WindowRoom): void {
  const lack = room.describeLack();
  if (lack !== null) throw new NoRoomError(lack, { isTooLarge: false });
}

/** Ends a base backup that takes more room than there is. */
export class RoomGuard extends Pace {
  readonly #room: WindowRoom;
  #bytes = 0;
  #lookAt = 0;
  #reason: NoRoomError | null = null;

  constructor(room: WindowRoom) {
    super(Number.POSITIVE_INFINITY);
    this.#room = room;
  }

  /** Begins to count, from the bytes that the window has already. */
  begin(bytes: number): void {
    this.#bytes = bytes;
    this.#lookAt = 0;
    this.#reason = null;
  }

  /** Ends the base backup that runs, at its next bytes. */
  end(reason: NoRoomError): void {
    this.#reason = reason;
  }

  override async *through(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
    for await (const chunk of source) {
      this.#bytes += chunk.length;
      if (this.#reason) throw this.#reason;
      if (this.#bytes > this.#room.mostBytes) throw tooLarge(this.#room);
      if (this.#bytes > this.#lookAt) this.#look();
      yield chunk;
    }
  }

  #look(): void {
    this.#lookAt = this.#bytes + LOOK_BYTES;
    requireFreeDisk(this.#room);
  }
}
