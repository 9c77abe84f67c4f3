import type { Logger } from "pino";
import { clearWindow, letGoOfWal } from "./files";
import type { NoRoomError, WindowRoom } from "./room";
import { emptyWindow, writeLocalWindow } from "./status-file";

/** After this time it's tried again whether a full disk has room. */
const FULL_PAUSE_MILLISECONDS = 600_000;
const HOUR_MILLISECONDS = 3_600_000;

interface GiveWayOptions {
  dataDir: string;
  hours: number;
  room: WindowRoom;
  logger: Logger;
  /** Resolves when the base backup that runs has ended; `null` if none does. */
  base: Promise<void> | null;
}

/** Leaves nothing of the window, neither its files nor the WAL that the host keeps for it, and says why. */
export async function giveWay(
  { dataDir, hours, room, logger, base }: GiveWayOptions,
  reason: NoRoomError,
): Promise<void> {
  const pause = reason.isTooLarge ? hours * HOUR_MILLISECONDS : FULL_PAUSE_MILLISECONDS;
  const pausedUntil = new Date(Date.now() + pause);
  logger.warn(`Local window: ${reason.message} Nothing is kept until ${pausedUntil.toISOString()}.`);
  const status = { ...emptyWindow({ hours, mostBytes: room.mostBytes }), failure: reason.message, pausedUntil };
  // A full disk may have no room for the word about it.
  await writeLocalWindow(dataDir, status).catch(() => undefined);
  await clearWindow(dataDir);
  await writeLocalWindow(dataDir, status).catch(() => undefined);
  // The host may be away on a full disk; then the next process does it.
  await letGoOfWal(dataDir);
  // It may have written files again.
  if (base !== null) await base.then(() => clearWindow(dataDir));
}
