import { join } from "node:path";
import {
  ensureSecrets,
  ensureState,
  type InstanceSecrets,
  type InstanceState,
  moveControlPort,
  moveHostPort,
} from "../data-folder/instance-state";
import { ensurePassableFolder } from "../data-folder/passable-folder";
import { findServiceUser, type ServiceUser } from "../data-folder/service-user";
import type { ClusterSpecification } from "./cluster";
import { type ClusterPlaces, walSettings } from "./cluster-places";
import type { CustomerAccess } from "./customer-access";
import { controlCluster, hostCluster } from "./embedded-clusters";
import type { ServerCertificate } from "./server-certificate";

/** The two clusters of a data folder. */
export interface Installation {
  postgresDirectory: string;
  controlUser: ServiceUser;
  hostUser: ServiceUser;
  state: InstanceState;
  secrets: InstanceSecrets;
}

/** The options that the clusters of one start share. */
export interface ClusterOptions extends Installation {
  dataDir: string;
  binaries: string;
  /** The certificate for clients of other machines; without it, none reach the databases. */
  certificate?: ServerCertificate | null;
  settings?: Record<string, string>;
  log: (line: string) => void;
}

/**
 * Reads the state that an earlier start left in a data folder, and makes the missing parts. The host's server moves to
 * `hostPort` where one is given. The caller holds the lock.
 */
export async function openInstallation(
  dataDir: string,
  log: (line: string) => void,
  hostPort: number | undefined = undefined,
): Promise<Installation> {
  const controlUser = await findServiceUser("coppice-control");
  const hostUser = await findServiceUser("coppice-host");
  const found = await ensureState(dataDir, [controlUser, hostUser], log);
  const state = hostPort === undefined ? found : await moveHostPort(dataDir, found, hostPort);
  const secrets = await ensureSecrets(dataDir);
  await ensurePassableFolder(state.postgresDirectory);
  return { postgresDirectory: state.postgresDirectory, controlUser, hostUser, state, secrets };
}

export function controlSpecification(
  options: ClusterOptions,
  { control, controlReserve }: ClusterPlaces,
): ClusterSpecification {
  const { controlUser: user, secrets, state } = options;
  const settings = { ...walSettings(control[0]), ...options.settings };
  const place = { ...placeOf(options, "control"), user, settings, port: state.ports.control };
  const movePort = () => moveControlPort(options.dataDir, state);
  return controlCluster({ ...place, movePort, room: controlReserve }, { password: secrets.controlPassword });
}

export function hostSpecification(
  options: ClusterOptions,
  places: ClusterPlaces,
  access: CustomerAccess,
  sharesBlocks: boolean,
): ClusterSpecification {
  const { hostUser: user, secrets, state, certificate = null } = options;
  const settings = { ...walSettings(places.hostWal ?? places.host[0]), ...options.settings };
  const place = { ...placeOf(options, "host-1"), user, settings, port: state.ports.host, certificate };
  return hostCluster(
    { ...place, room: access, walDirectory: places.hostWal },
    { password: secrets.provisionerPassword, sharesBlocks, access: access.rules },
  );
}

function placeOf({ dataDir, postgresDirectory, state, binaries, log }: ClusterOptions, name: "control" | "host-1") {
  return {
    directory: join(postgresDirectory, name),
    configurationDirectory: configurationOf(postgresDirectory, name),
    ...{ binaries, log },
    socketName: `${state.instanceId}-${name}`,
    logFile: join(dataDir, `${name}.log`),
  };
}

export function configurationOf(postgresDirectory: string, name: "control" | "host-1"): string {
  return join(postgresDirectory, "configuration", name);
}
