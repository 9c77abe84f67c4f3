import { createHash } from "node:crypto";
import { bootstrapControl, bootstrapHost } from "./bootstrap";
import type { ClusterSpecification } from "./cluster";
import {
  type ClusterSettings,
  CONTROL_ACCESS,
  CONTROL_DATABASE,
  CONTROL_ROLE,
  CONTROL_SETTINGS,
  HOST_ACCESS,
  HOST_SETTINGS,
  PROVISIONER_ROLE,
} from "./cluster-configuration";
import { customerProcessBytes } from "./process-memory";

/** Raised when the bootstrap statements change, so that existing clusters go through them again. */
const BOOTSTRAP_VERSION = 3;

export type ClusterPlace = Omit<ClusterSpecification, "name" | "access" | "bootstrap" | "processBytes">;

/**
 * Returns the specification of the cluster with Coppice's own data. Tests, with a database a worker, set
 * `createDatabases`.
 */
export function controlCluster(
  place: ClusterPlace,
  options: { password: string; createDatabases?: boolean },
): ClusterSpecification {
  const createDatabases = options.createDatabases ?? false;
  return {
    ...place,
    name: "control",
    settings: { ...CONTROL_SETTINGS, ...place.settings },
    processBytes: null,
    access: CONTROL_ACCESS,
    bootstrap: {
      version: bootstrapVersion(options.password, String(createDatabases)),
      run: (asSuperuser) => bootstrapControl(asSuperuser, { password: options.password, createDatabases }),
    },
  };
}

/** Returns the specification of a cluster for customers' databases. */
export function hostCluster(
  place: ClusterPlace,
  options: { password: string; sharesBlocks: boolean; access?: string },
): ClusterSpecification {
  const copyMethod: ClusterSettings = { file_copy_method: options.sharesBlocks ? "clone" : "copy" };
  return {
    ...place,
    name: "host-1",
    settings: { ...HOST_SETTINGS, ...copyMethod, ...place.settings },
    processBytes: customerProcessBytes(),
    access: options.access ?? HOST_ACCESS,
    bootstrap: {
      version: bootstrapVersion(options.password),
      run: (asSuperuser) => bootstrapHost(asSuperuser, { password: options.password, log: place.log }),
    },
  };
}

export function controlUrl(port: number, password: string, database: string = CONTROL_DATABASE): string {
  return `postgresql://${CONTROL_ROLE}:${password}@127.0.0.1:${port}/${database}`;
}

export function provisionerUrl(port: number, password: string): string {
  return `postgresql://${PROVISIONER_ROLE}:${password}@127.0.0.1:${port}/postgres`;
}

/** Returns a version with the hash of the password in it, so that a new `secrets.json` repeats the bootstrap. */
function bootstrapVersion(password: string, ...rest: string[]): string {
  return createHash("sha256")
    .update([BOOTSTRAP_VERSION, password, ...rest].join("\n"))
    .digest("hex");
}
