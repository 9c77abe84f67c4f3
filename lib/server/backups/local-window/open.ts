import type { Logger } from "pino";
import type { LocalWindowSettings } from "@/lib/core/local-window";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import { removeClone } from "../clone-cluster";
import { BackupEngine } from "../engine";
import type { BackedUpCluster } from "../running-clusters";
import { sentenceOf } from "../sentence-of";
import { clearWindow, ensurePassphrase, windowAsPlace } from "./files";
import { isOwnHistory } from "./own-history";
import type { RoomGuard } from "./room";

interface OpenOptions {
  dataDir: string;
  settings: LocalWindowSettings;
  host: BackedUpCluster;
  guard: RoomGuard;
  logger: Logger;
  crashPoint: CrashPoint;
}

/** Opens the window's files, and begins anew with files that can't be used. Times that have expired are given up. */
export async function openWindow(options: OpenOptions): Promise<BackupEngine> {
  const { dataDir, settings, host, logger } = options;
  await removeClone(host.dataDirectory);
  const found = await openEngine(options).catch((error: unknown) => {
    logger.warn(`Local window: ${sentenceOf(error)}`);
    return null;
  });
  if (found !== null && (await isOwnHistory(found.repository, host))) {
    await found.expire(settings.hours / 24);
    return found;
  }
  logger.warn("Local window: its files can't be used, so it begins anew.");
  await clearWindow(dataDir);
  return openEngine(options);
}

async function openEngine({ dataDir, settings, guard, logger, crashPoint }: OpenOptions): Promise<BackupEngine> {
  await ensurePassphrase(dataDir);
  return BackupEngine.open({
    ...{ dataDir, settings: windowAsPlace(dataDir, settings), isOfHostAlone: true, isElsewhere: true },
    ...{ readKeyRing: () => "", pace: guard, log: (line: string) => logger.warn(line), crashPoint },
  });
}
