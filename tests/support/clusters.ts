import { inject } from "vitest";

/** The cluster of customers' databases that one worker has to itself, set up like a real one. */
export interface WorkerHostCluster {
  address: string;
  port: number;
  socketDirectory: string;
  superuser: "platform_root";
  dataDirectory: string;
  /** The process of this moment: a server that dies is started anew. */
  postmasterPid: number;
  provisionerUrl: string;
  sharesBlocks: boolean;
}

/** A migrated control database of this worker's own. Its role may create more databases. */
export async function workerControlUrl(): Promise<string> {
  return ask<string>("control");
}

/** The URL of a migrated control database that nothing else uses. It goes with the cluster. */
export async function newControlUrl(): Promise<string> {
  return ask<string>("new-control");
}

/** Started at the first call, which takes about half a second, and kept until the run ends. */
export async function workerHostCluster(): Promise<WorkerHostCluster> {
  return ask<WorkerHostCluster>("host");
}

/**
 * The folder of `server.js`, `coppice.js` and the processes that tests kill, bundled at the first call and then left alone
 * until the run ends.
 */
export async function bundledPrograms(): Promise<string> {
  return ask<string>("programs");
}

async function ask<T>(kind: "control" | "new-control" | "host" | "programs"): Promise<T> {
  const response = await fetch(`${inject("clusterServer")}/${kind}/${process.env.VITEST_POOL_ID}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as T;
}
