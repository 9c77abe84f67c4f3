import { existsSync } from "node:fs";
import { readState } from "../data-folder/instance-state";
import { findClusterPlaces } from "./cluster-places";

/** Returns the folders that hold the data of a data folder's clusters; none before the first start. */
export async function findClusterFolders(dataDir: string): Promise<string[]> {
  const state = existsSync(dataDir) ? await readState(dataDir) : null;
  if (!state) return [];
  const { control, host } = findClusterPlaces(state.postgresDirectory, () => undefined);
  return [...control, ...host].filter((folder) => existsSync(folder));
}
