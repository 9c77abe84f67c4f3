import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { lockDataFolder } from "../data-folder/data-folder-lock";
import { readFileIfPresent, syncDirectory, writeFileDurably } from "../data-folder/durable-file";
import { readState } from "../data-folder/instance-state";
import { stopLeftoverProcesses } from "../data-folder/leftover-processes";
import { requireNoUnfinishedRestore, unfinishedReturnFile } from "../data-folder/unfinished-restore";
import { copyCluster, requireRoomFor, sizeOfFiles } from "./copy-files";
import { listCopies, timeOfCopy, type UpgradePlaces, upgradePlaces } from "./places";

const REMEDY = "Free some space.";

export interface UndoneUpgrade {
  /** The time as of which the control plane is again. */
  time: string;
  /** The folder that keeps the files of the newer version. */
  keptIn: string;
}

/**
 * Puts the newest copy from before an upgrade in the place of the control cluster, whose files stay beside it until the
 * next upgrade. It can be repeated if it was interrupted. Throws `OperatorError` while the service runs, and without a
 * copy.
 */
export async function goBack(
  dataDir: string,
  { log, crashPoint = () => undefined }: { log: (line: string) => void; crashPoint?: (name: string) => void },
): Promise<UndoneUpgrade> {
  const state = await readState(dataDir);
  if (state === null) throw new OperatorError(`There's no ${SERVICE.name} installation in ${dataDir}.`);
  const lock = await lockDataFolder(dataDir);
  try {
    requireNoUnfinishedRestore(dataDir, { exceptReturn: true });
    const places = upgradePlaces(state.postgresDirectory);
    const unfinished = join(dataDir, unfinishedReturnFile);
    if (existsSync(places.data)) await stopLeftoverProcesses(places.data, log);
    const begun = await readFileIfPresent(unfinished);
    const name = begun ?? (await bringCopy(places));
    crashPoint("go-back:copied");
    if (begun === null) await writeFileDurably(unfinished, name, 0o600);
    crashPoint("go-back:begun");
    await exchange(places, crashPoint);
    await rm(unfinished);
    await syncDirectory(dataDir);
    return { time: timeOfCopy(name), keptIn: places.newer };
  } finally {
    await lock.release();
  }
}

/** Copies the newest copy, which stays. Returns its name. */
async function bringCopy(places: UpgradePlaces): Promise<string> {
  const name = (await listCopies(places)).at(-1);
  if (name === undefined) {
    throw new OperatorError(`There's no copy from before an upgrade in ${places.copies}, so there's no way back.`);
  }
  const copy = join(places.copies, name);
  for (const rest of [places.comingBack, places.newer]) await rm(rest, { recursive: true, force: true });
  await requireRoomFor(await sizeOfFiles(copy), places.cluster, REMEDY);
  await copyCluster(copy, places.comingBack, REMEDY);
  return name;
}

async function exchange(places: UpgradePlaces, crashPoint: (name: string) => void): Promise<void> {
  if (!existsSync(places.comingBack)) return;
  if (existsSync(places.data)) await rename(places.data, places.newer);
  crashPoint("go-back:moved-away");
  await rename(places.comingBack, places.data);
  await syncDirectory(places.cluster);
  crashPoint("go-back:exchanged");
}
