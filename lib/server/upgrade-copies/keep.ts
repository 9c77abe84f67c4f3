import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { byteText } from "@/lib/core/byte-text";
import { SERVICE } from "@/lib/core/service";
import { syncDirectory } from "../data-folder/durable-file";
import { stopLeftoverProcesses } from "../data-folder/leftover-processes";
import { readMigrations } from "../migrations/migrations";
import { copyCluster, requireRoomFor, sizeOfFiles } from "./copy-files";
import { listCopies, nameOfCopy, readSettled, type UpgradePlaces, unfinishedCopy, upgradePlaces } from "./places";

const NO_ROOM_REMEDY = `Free some space, or set COPPICE_UPGRADE_COPY=none to upgrade without a way back.`;

interface KeepOptions {
  log: (line: string) => void;
  /** Named places at which a test ends the work. */
  crashPoint?: (name: string) => void;
}

/**
 * Keeps a copy of the stopped control cluster, if this version has migrations that it didn't go through. A copy of an
 * upgrade that hasn't ended stays the one to go back to: the cluster may be half-migrated. The caller holds the lock of
 * the data folder. Throws `OperatorError` if there's no room.
 */
export async function keepUpgradeCopy(
  postgresDirectory: string,
  { log, crashPoint = () => undefined }: KeepOptions,
): Promise<void> {
  const places = upgradePlaces(postgresDirectory);
  if (!existsSync(join(places.data, "PG_VERSION")) || !(await isUpgradeAhead(places))) return;
  await stopLeftoverProcesses(places.data, log);
  await removeUnfinished(places);
  const bytes = await sizeOfFiles(places.data);
  await requireRoomFor(bytes, places.cluster, NO_ROOM_REMEDY);
  await mkdir(places.copies, { recursive: true, mode: 0o700 });
  const name = nameOfCopy(new Date());
  crashPoint("upgrade-copy:begun");
  await copyCluster(places.data, unfinishedCopy(places.copies, name), NO_ROOM_REMEDY);
  crashPoint("upgrade-copy:copied");
  await rename(unfinishedCopy(places.copies, name), join(places.copies, name));
  await syncDirectory(places.copies);
  crashPoint("upgrade-copy:kept");
  await rm(places.newer, { recursive: true, force: true });
  log(
    `Kept a copy of ${SERVICE.name}'s own data from before the upgrade (${byteText(bytes)}). \`npm run coppice -- migrate --back\` goes back to it.`,
  );
}

async function isUpgradeAhead(places: UpgradePlaces): Promise<boolean> {
  const [settled, newest] = [await readSettled(places.data), (await listCopies(places)).at(-1)];
  if (newest !== undefined && newest !== settled?.copy) return false;
  if (settled === null) return true;
  const own = (await readMigrations()).map(({ name }) => name);
  // The migration refuses a cluster of a newer version.
  if (settled.migrations.some((name) => !own.includes(name))) return false;
  return own.some((name) => !settled.migrations.includes(name));
}

/** Removes the rest of a copy whose start was killed. */
async function removeUnfinished(places: UpgradePlaces): Promise<void> {
  if (!existsSync(places.copies)) return;
  const complete = await listCopies(places);
  const rest = (await readdir(places.copies)).filter((name) => !complete.includes(name));
  for (const name of rest) await rm(join(places.copies, name), { recursive: true, force: true });
}
