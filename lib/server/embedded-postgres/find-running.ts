import { stat } from "node:fs/promises";
import { findLockHolder } from "../data-folder/data-folder-lock";
import { readSecrets, readState, secretKeysFile } from "../data-folder/instance-state";
import { controlUrl, provisionerUrl } from "./embedded-clusters";

export interface EmbeddedInstance {
  controlUrl: string;
  provisionerUrl: string;
  secretKeysFile: string;
  hostPort: number;
  /** The process that runs the clusters, or `null` when they are stopped. */
  runningPid: number | null;
}

/** Returns the clusters that an earlier start left in a data folder; `null` when there was none. Starts nothing. */
export async function findEmbeddedPostgres(dataDir: string): Promise<EmbeddedInstance | null> {
  const isFolder = await stat(dataDir).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) return null;
  const state = await readState(dataDir);
  const secrets = await readSecrets(dataDir);
  if (!state || !secrets) return null;
  return {
    controlUrl: controlUrl(state.ports.control, secrets.controlPassword),
    provisionerUrl: provisionerUrl(state.ports.host, secrets.provisionerPassword),
    secretKeysFile: secretKeysFile(dataDir),
    hostPort: state.ports.host,
    runningPid: await findLockHolder(dataDir),
  };
}
