import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import { OperatorError } from "@/lib/core/operator-error";
import { readState } from "../data-folder/instance-state";
import { type AsSuperuser, superuserOver } from "../embedded-postgres/as-superuser";
import { findClusterPlaces } from "../embedded-postgres/cluster-places";
import { readWalFile, type WalRange } from "./wal-file";

/** In the order in which their WAL is sent: databases are there before the rows that say that they are. */
export const CLUSTER_NAMES = ["host-1", "control"] as const;
export type ClusterName = (typeof CLUSTER_NAMES)[number];

/** A cluster whose writes are kept. It need not run at the moment. */
export interface KeptCluster {
  name: ClusterName;
  /** Runs `work` in the maintenance database, as a role that may have replication slots. */
  inMaintenance(work: (client: Client) => Promise<void>): Promise<void>;
  /** Returns WAL that was flushed; `null` if the server has it no more. */
  readWal(range: WalRange): Promise<Buffer | null>;
  /** Returns the position at which the server has begun a timeline; zero for one that it has had from the start. */
  timelineStart(timeline: number): Promise<bigint>;
}

/** A cluster of the data folder. */
export interface BackedUpCluster extends KeptCluster {
  dataDirectory: string;
  /** Rejects while the cluster doesn't run. */
  connection(): Promise<{ socketDirectory: string; port: number }>;
  asSuperuser: AsSuperuser;
}

/** Returns the clusters of a data folder. Throws `OperatorError` where there is no installation. */
export async function findBackedUpClusters(
  dataDir: string,
): Promise<{ instanceId: string; clusters: BackedUpCluster[] }> {
  const state = await readState(dataDir);
  if (state === null) throw new OperatorError(`There's no installation in ${dataDir}. Set COPPICE_DATA_DIR.`);
  const { control, host } = findClusterPlaces(state.postgresDirectory, () => undefined);
  const folders = { control: control[0], "host-1": host[0] };
  const clusters = CLUSTER_NAMES.map((name) => clusterAt(name, join(folders[name], "data")));
  return { instanceId: state.instanceId, clusters };
}

function clusterAt(name: ClusterName, dataDirectory: string): BackedUpCluster {
  const connection = () => readConnection(dataDirectory);
  const asSuperuser: AsSuperuser = async (database, work) => {
    const { socketDirectory, port } = await connection();
    await superuserOver(socketDirectory, port)(database, work);
  };
  return {
    ...{ name, dataDirectory, connection, asSuperuser },
    inMaintenance: (work) => asSuperuser("postgres", work),
    readWal: (range) => readWalFile(dataDirectory, range),
    // Its timeline changes in a restore alone, after which it has backups of its own.
    timelineStart: async () => 0n,
  };
}

/** The lines of the server's own file: process, folder, start, port, folder of the socket. */
async function readConnection(dataDirectory: string): Promise<{ socketDirectory: string; port: number }> {
  const text = await readFile(join(dataDirectory, "postmaster.pid"), "utf8").catch((cause) => {
    throw new OperatorError(`The PostgreSQL server in ${dataDirectory} doesn't run.`, { cause });
  });
  const [, , , port, socketDirectory] = text.split("\n");
  if (!socketDirectory || !Number.isSafeInteger(Number(port))) {
    throw new OperatorError(`The PostgreSQL server in ${dataDirectory} is starting.`);
  }
  return { socketDirectory, port: Number(port) };
}
