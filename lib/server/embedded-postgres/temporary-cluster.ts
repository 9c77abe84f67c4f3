import { execFile } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bySocket, serverSocketOf } from "@/lib/core/db/server-socket";
import { findFreePort } from "../data-folder/instance-state";
import { findServiceUser } from "../data-folder/service-user";
import { sharesBlocks } from "../volumes/reflink-probe";
import { findPostgres, installBinaries } from "./binaries";
import { type RunningCluster, startCluster } from "./cluster";
import type { ClusterSettings } from "./cluster-configuration";
import { type ClusterPlace, controlCluster, controlUrl, hostCluster, provisionerUrl } from "./embedded-clusters";

/** These settings are fast, and the data is lost when the machine crashes. */
const CARELESS = { fsync: "off", full_page_writes: "off", synchronous_commit: "off" };
/** Services and workers of a whole run share one control cluster. */
const CONTROL_CONNECTIONS = { max_connections: "200" };
/** Every cluster listens on loopback alone and is removed with its folder. */
const PASSWORD = "temporary-cluster";

export interface TemporaryCluster extends RunningCluster {
  /** The URL of the owner for a control cluster, of the provisioner for a host. */
  url: string;
  sharesBlocks: boolean;
}

export interface TemporaryClusterOptions {
  kind: "control" | "host";
  /** Must be passable for every user, since the cluster runs as one of its own when root starts it. */
  folder: string;
  /** Distinguishes the clusters inside one folder; a few letters, digits and dashes. */
  name: string;
  /** A stopped cluster of the same kind and folder to start from, which is quicker than making one. */
  copyOf?: string;
  /** Settings beside those of a real cluster. */
  settings?: ClusterSettings;
  log: (line: string) => void;
}

/** Starts a cluster for one run of tests, set up like a real one. */
export async function startTemporaryCluster(options: TemporaryClusterOptions): Promise<TemporaryCluster> {
  const { folder, kind, name, log } = options;
  const directory = join(folder, name);
  if (options.copyOf) await copyCluster(folder, options.copyOf, name);
  await mkdir(directory, { recursive: true });
  const shares = await sharesBlocks(directory);
  const place: ClusterPlace = {
    directory,
    configurationDirectory: configurationOf(folder, name),
    binaries: await installBinaries(folder, await findPostgres(null)),
    user: await findServiceUser(kind === "control" ? "coppice-control" : "coppice-host"),
    port: await findFreePort([]),
    socketName: `temporary-${process.pid}-${name}`,
    settings: { ...CARELESS, ...(kind === "control" && CONTROL_CONNECTIONS), ...options.settings },
    logFile: join(folder, `${name}.log`),
    log,
  };
  const specification =
    kind === "control"
      ? controlCluster(place, { password: PASSWORD, createDatabases: true })
      : hostCluster(place, { password: PASSWORD, sharesBlocks: shares });
  const cluster = await startCluster(specification);
  const url =
    kind === "control"
      ? bySocket(controlUrl(cluster.port, PASSWORD), serverSocketOf(cluster))
      : provisionerUrl(cluster.port, PASSWORD);
  return Object.assign(cluster, { url, sharesBlocks: shares });
}

/** `cp` keeps owners and shares blocks where it can, which copying in JavaScript does not. */
async function copyCluster(folder: string, from: string, to: string): Promise<void> {
  const copy = (source: string, target: string) => promisify(execFile)("cp", ["-a", "--reflink=auto", source, target]);
  await copy(join(folder, from), join(folder, to));
  await copy(configurationOf(folder, from), configurationOf(folder, to));
}

function configurationOf(folder: string, name: string): string {
  return join(folder, "configuration", name);
}
