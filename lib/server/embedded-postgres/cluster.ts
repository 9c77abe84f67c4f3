import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { OperatorError } from "@/lib/core/operator-error";
import { readFileIfPresent, writeFileDurably } from "../data-folder/durable-file";
import { isPortFree } from "../data-folder/instance-state";
import { stopLeftoverProcesses } from "../data-folder/leftover-processes";
import { ensurePassableFolder } from "../data-folder/passable-folder";
import { currentUser, type ServiceUser } from "../data-folder/service-user";
import { type AsSuperuser, superuserOver } from "./as-superuser";
import { type ClusterSettings, SUPERUSER, settingsText, userMap } from "./cluster-configuration";
import { initialiseCluster } from "./initialise-cluster";
import { removeOrphanDirectories } from "./orphan-directories";
import { Postmaster, type RoomOnDisk } from "./postmaster";
import { publicSettings, type ServerCertificate, writeServerCertificate } from "./server-certificate";
import { ensureSocketDirectory } from "./socket-directory";
import { moveWal } from "./wal-directory";

export interface EmbeddedCluster {
  address: string;
  port: number;
  socketDirectory: string;
  superuser: typeof SUPERUSER;
  dataDirectory: string;
  /** Changes when the cluster was restarted. */
  readonly postmasterPid: number;
}

export interface RunningCluster extends EmbeddedCluster {
  /** Shows another certificate to clients from now on; for a cluster that was started with one. */
  replaceCertificate(certificate: ServerCertificate): Promise<void>;
  stop(patienceMilliseconds?: number): Promise<void>;
}

export interface ClusterSpecification {
  /** Appears in messages, such as "control". */
  name: string;
  /** Belongs to the caller and holds `data`, which belongs to the cluster's user. */
  directory: string;
  /** Belongs to the caller, so that an intruder in the cluster cannot change its access rules. */
  configurationDirectory: string;
  /** The folder of `postgres` and `initdb`. */
  binaries: string;
  user: ServiceUser;
  port: number;
  /** Chooses another port, if a program has taken the kept one, and writes it down. Without it, a start is refused. */
  movePort?: () => Promise<number>;
  /** The folder on another file system for the write-ahead log; `null` leaves the log among the data. */
  walDirectory?: string | null;
  /** Without it, a full disk ends the cluster. */
  room?: RoomOnDisk;
  /** Distinguishes the socket folders of several clusters. */
  socketName: string;
  settings: ClusterSettings;
  /** With it, the server listens on each address of the machine, and takes TLS. */
  certificate?: ServerCertificate | null;
  /** The longest time that a start may take; by default, the time that recovery after a crash needs. */
  patienceSeconds?: number;
  /** The memory of its own that each server process may take; `null` for as much as there is. */
  processBytes: number | null;
  /** The lines of `pg_hba.conf`. */
  access: string;
  /** `version` changes when `run` has to be repeated on a cluster that has it behind it. */
  bootstrap: { version: string; run: (asSuperuser: AsSuperuser) => Promise<void> };
  logFile: string;
  log: (line: string) => void;
}

const NO_ROOM: RoomOnDisk = { makeRoom: () => false, keepRoom: () => undefined };

/**
 * Starts a cluster, making it first where it is missing, and repairs the remains of a crash. Throws `OperatorError`.
 */
export async function startCluster(specification: ClusterSpecification): Promise<RunningCluster> {
  const { name, directory, binaries, configurationDirectory, log } = specification;
  const isDurable = specification.settings.fsync !== "off";
  const user = await initialiseCluster({ directory, binaries, user: specification.user, isDurable });
  const dataDirectory = join(directory, "data");
  await stopLeftoverProcesses(dataDirectory, log);
  const { walDirectory = null, room = NO_ROOM } = specification;
  if (walDirectory !== null) await moveWal({ dataDirectory, directory: walDirectory, user, log });
  const port = await findPort(specification);
  const socketDirectory = await ensureSocketDirectory(specification.socketName, user);
  await writeConfiguration(specification, user);
  const asSuperuser = superuserOver(socketDirectory, port);
  const removeOrphans = () => removeOrphanDirectories(dataDirectory, asSuperuser, log);
  let removing = Promise.resolve();
  const postmaster = new Postmaster({
    name,
    binaries,
    user,
    dataDirectory,
    logFile: specification.logFile,
    processBytes: specification.processBytes,
    patienceSeconds: specification.patienceSeconds,
    log,
    places: walDirectory === null ? [dataDirectory] : [dataDirectory, walDirectory],
    room,
    options: serverOptions(configurationDirectory, port, socketDirectory),
    onRecovered: () => {
      removing = removing.then(removeOrphans).catch((error) => {
        log(`Couldn't clean up after the crash in ${dataDirectory}; the next start tries again (${String(error)}).`);
      });
    },
  });
  await postmaster.start();
  try {
    await removeOrphans();
    await bootstrapOnce(specification, asSuperuser);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  return {
    ...{ address: "127.0.0.1", port, socketDirectory, superuser: SUPERUSER, dataDirectory },
    get postmasterPid() {
      return postmaster.pid;
    },
    replaceCertificate: async (certificate) => {
      await writeServerCertificate(configurationDirectory, certificate, user);
      if (postmaster.pid > 0) process.kill(postmaster.pid, "SIGHUP");
    },
    stop: async (patienceMilliseconds) => {
      await postmaster.stop(patienceMilliseconds);
      await removing;
      await rm(socketDirectory, { recursive: true, force: true });
    },
  };
}

/** A server that listens on no address has its port in the name of its socket alone. */
async function findPort({ name, port, movePort, settings, log }: ClusterSpecification): Promise<number> {
  if (settings.listen_addresses === "" || (await isPortFree(port))) return port;
  if (movePort) {
    const moved = await movePort();
    log(`Port ${port} is in use by another program, so the ${name} database server has port ${moved} from now on.`);
    return moved;
  }
  throw new OperatorError(
    `Port ${port}, which Coppice keeps for its ${name} database server, is in use by another program. Stop that program, or change the port in state.json in the data folder.`,
  );
}

function serverOptions(configurationDirectory: string, port: number, socketDirectory: string): string[] {
  const file = (name: string) => join(configurationDirectory, name);
  const settings = {
    config_file: file("postgresql.conf"),
    hba_file: file("pg_hba.conf"),
    ident_file: file("pg_ident.conf"),
    unix_socket_directories: socketDirectory,
  };
  return ["-p", String(port), ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}

async function writeConfiguration(specification: ClusterSpecification, user: ServiceUser): Promise<void> {
  const { configurationDirectory, access, certificate = null } = specification;
  const settings = { ...specification.settings, ...(certificate && publicSettings(configurationDirectory)) };
  for (const folder of [dirname(configurationDirectory), configurationDirectory]) await ensurePassableFolder(folder);
  const files = {
    "postgresql.conf": settingsText(settings),
    "pg_hba.conf": access,
    "pg_ident.conf": userMap([currentUser(), user]),
  };
  for (const [name, text] of Object.entries(files)) {
    const path = join(configurationDirectory, name);
    if ((await readFileIfPresent(path)) !== text) await writeFileDurably(path, text, 0o644);
  }
  if (certificate) await writeServerCertificate(configurationDirectory, certificate, user);
}

/** Runs the bootstrap once per version. The mark is written last, so that a crash repeats it at the next start. */
async function bootstrapOnce(specification: ClusterSpecification, asSuperuser: AsSuperuser): Promise<void> {
  const { bootstrap, configurationDirectory } = specification;
  const mark = join(configurationDirectory, "bootstrapped");
  if ((await readFileIfPresent(mark)) === bootstrap.version) return;
  await bootstrap.run(asSuperuser);
  await writeFileDurably(mark, bootstrap.version, 0o600);
}
