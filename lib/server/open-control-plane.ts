import { stat } from "node:fs/promises";
import type { SessionPurpose } from "@/lib/cli/command-line";
import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { secretKeysFile } from "./data-folder/instance-state";
import { findEmbeddedPostgres } from "./embedded-postgres/find-running";
import {
  type EmbeddedControl,
  type StartOptions,
  startEmbeddedControl,
  startEmbeddedPostgres,
} from "./embedded-postgres/start";
import { migrate } from "./migrations/migrate";
import { keepUpgradeCopy } from "./upgrade-copies/keep";
import { settleUpgrade } from "./upgrade-copies/settle";

export interface ControlPlane {
  databaseUrl: string;
  secretKeys: Environment["secretKeys"];
  isServing: boolean;
  stop(): Promise<void>;
}

/**
 * Returns the control plane of DATABASE_URL, else the running embedded one, else that one for the time of a command.
 * Throws `OperatorError` when the data folder has none, since a command makes no installation.
 */
export async function openControlPlane(
  { dataDir, postgres, secretKeys, databaseUrl }: Environment,
  purpose: SessionPurpose,
  say: { log: (line: string) => void; notice: (line: string) => void },
): Promise<ControlPlane> {
  const stop = async () => undefined;
  if (databaseUrl !== null) {
    const inFolder = secretKeysFile(dataDir);
    const fallback = (await isFile(inFolder)) ? { file: inFolder } : null;
    return { databaseUrl, secretKeys: secretKeys ?? fallback, isServing: true, stop };
  }
  const found = await findEmbeddedPostgres(dataDir);
  if (!found)
    throw new OperatorError(
      `There's no ${SERVICE.name} installation in ${dataDir}. Set COPPICE_DATA_DIR to its folder, or create one with \`npm start\`.`,
    );
  const keys = secretKeys ?? { file: found.secretKeysFile };
  if (found.runningPid !== null) return { databaseUrl: found.controlUrl, secretKeys: keys, isServing: true, stop };
  const migrates = purpose !== "look";
  const keepsCopy = migrates && postgres.keepsUpgradeCopy;
  const options = {
    ...{ dataDir, postgresBin: postgres.bin, log: say.log },
    ...(keepsCopy && { beforeStart: (folder: string) => keepUpgradeCopy(folder, { log: say.log }) }),
  };
  const started = await startFor(purpose, options, say.notice);
  try {
    if (migrates && purpose !== "migration") {
      await migrate(started.controlUrl);
      await settleUpgrade(dataDir);
    }
  } catch (error) {
    await started.stop();
    throw error;
  }
  return { databaseUrl: started.controlUrl, secretKeys: keys, isServing: false, stop: () => started.stop() };
}

/** A host that does not start is among the things to look at. */
async function startFor(
  purpose: SessionPurpose,
  options: StartOptions,
  notice: (line: string) => void,
): Promise<EmbeddedControl> {
  if (purpose === "control-plane" || purpose === "migration") return startEmbeddedControl(options);
  try {
    return await startEmbeddedPostgres(options);
  } catch (error) {
    if (purpose !== "look" || !(error instanceof OperatorError)) throw error;
    notice(error.message);
    return startEmbeddedControl(options);
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
