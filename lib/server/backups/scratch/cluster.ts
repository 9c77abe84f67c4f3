import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ensurePassableFolder } from "../../data-folder/passable-folder";
import type { ServiceUser } from "../../data-folder/service-user";
import { findPostgres, installBinaries } from "../../embedded-postgres/binaries";
import type { ClusterSpecification } from "../../embedded-postgres/cluster";
import {
  type ClusterSettings,
  CONTROL_SETTINGS,
  HOST_SETTINGS,
  SUPERUSER,
} from "../../embedded-postgres/cluster-configuration";
import type { PostgresSource } from "../../embedded-postgres/postgres-source";
import { sharesBlocks } from "../../volumes/reflink-probe";
import type { ClusterName } from "../running-clusters";
import type { Scratch } from "./folder";

const BY_SUPERUSER = `local all ${SUPERUSER} peer map=platform\n`;
const BY_NOBODY = "host all all 0.0.0.0/0 reject\n";

/** Appears in the name of the cluster's socket alone: no cluster in recovery listens on an address. */
const SOCKET_PORT = 5432;

/** The cluster is read once and thrown away. */
const SETTINGS: ClusterSettings = {
  ...{ fsync: "off", full_page_writes: "off", synchronous_commit: "off", autovacuum: "off" },
  ...{ max_connections: "10", superuser_reserved_connections: "3", reserved_connections: "0" },
  shared_buffers: "32MB",
};

interface ScratchOptions {
  scratch: Scratch;
  user: ServiceUser;
  logFile: string;
  /** A role that may sign in to one database by its password. */
  login?: { database: string; role: string } | null;
}

/** Returns the specification of a cluster to be recovered in the scratch folder: nobody but this user reaches it. */
export async function scratchCluster(
  name: ClusterName,
  { scratch, user, logFile, login = null }: ScratchOptions,
): Promise<ClusterSpecification> {
  const directory = join(scratch.folder, name);
  const postgres = await findPostgres(scratch.postgresBin);
  const binaries = await installBinaries(scratch.postgresDirectory, postgres);
  await ensurePassableFolder(directory);
  const copyMethod = { file_copy_method: (await sharesBlocks(directory)) ? "clone" : "copy" };
  const byPassword = login === null ? "" : `local ${login.database} ${login.role} scram-sha-256\n`;
  const own = name === "control" ? CONTROL_SETTINGS : HOST_SETTINGS;
  return {
    ...{ name: `${name} (proof)`, directory, binaries, user, logFile },
    configurationDirectory: join(scratch.folder, "configuration", name),
    port: SOCKET_PORT,
    socketName: scratch.socketName(name),
    settings: { ...own, ...copyMethod, ...SETTINGS, ...(await addAmcheck(scratch.folder, postgres)) },
    processBytes: null,
    access: `${BY_SUPERUSER}${byPassword}${BY_NOBODY}`,
    bootstrap: { version: "proof", run: async () => undefined },
    log: () => undefined,
  };
}

/** The extension isn't among those that customers may have, so it is put where only this cluster finds it. */
async function addAmcheck(folder: string, { libraries: all, extensions }: PostgresSource): Promise<ClusterSettings> {
  const library = join(all, "amcheck.so");
  if (!existsSync(library)) return {};
  const [share, libraries] = [join(folder, "share"), join(folder, "libraries")];
  for (const made of [share, join(share, "extension"), libraries]) {
    await mkdir(made, { recursive: true });
    await chmod(made, 0o755);
  }
  const put = async (source: string, target: string) => {
    await copyFile(source, target);
    await chmod(target, 0o644);
  };
  await put(library, join(libraries, "amcheck.so"));
  for (const file of await readdir(extensions)) {
    if (/^amcheck(?:--.*)?\.(?:control|sql)$/.test(file)) {
      await put(join(extensions, file), join(share, "extension", file));
    }
  }
  return { extension_control_path: `${share}:$system`, dynamic_library_path: `${libraries}:$libdir` };
}
