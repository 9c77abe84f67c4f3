import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, chmod, chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { vi } from "vitest";
import { findServiceUser, isRoot, type ServiceUser } from "@/lib/server/data-folder/service-user";
import { findPostgres, installBinaries } from "@/lib/server/embedded-postgres/binaries";
import { SUPERUSER, userMap } from "@/lib/server/embedded-postgres/cluster-configuration";
import { initialiseCluster, spawnOptionsFor } from "@/lib/server/embedded-postgres/initialise-cluster";
import { CertificateAuthority } from "../certificates";
import { asSuperuser } from "../databases";

/** The files of a cluster that a page shows. */
interface PageFiles {
  /** `postgresql.conf` */
  settings: string;
  /** `pg_hba.conf`; the user map `platform` lets the tests in. */
  access: string;
}

export interface PageCluster {
  socketDirectory: string;
  port: number;
  superuser: typeof SUPERUSER;
  dataDirectory: string;
  /** The file of the authority that its certificate for `localhost` comes from, and of another one. */
  authority: string;
  otherAuthority: string;
  stop(): Promise<void>;
}

/** Starts a new cluster by the files of a page: other settings are PostgreSQL's defaults. */
export async function startPageCluster(files: PageFiles, port: number): Promise<PageCluster> {
  const folder = await mkdtemp(join(tmpdir(), "coppice-page-"));
  await chmod(folder, 0o755);
  const user = await findServiceUser("coppice-host");
  const binaries = await installBinaries(folder, await findPostgres(null));
  await initialiseCluster({ directory: join(folder, "cluster"), binaries, user, isDurable: false });
  const dataDirectory = join(folder, "cluster", "data");
  const socketDirectory = join(folder, "socket");
  await mkdir(socketDirectory);
  await giveTo(user, socketDirectory);
  const { own, other, ...certificates } = await writeCertificates(folder, user);
  const place = { port: String(port), unix_socket_directories: socketDirectory, fsync: "off", ...certificates };
  const placed = Object.entries(place).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(dataDirectory, "postgresql.conf"), `${files.settings}\n${placed.join("")}`);
  await write(user, join(dataDirectory, "pg_hba.conf"), `${files.access}\n`);
  await write(user, join(dataDirectory, "pg_ident.conf"), userMap([user]));
  const found = { socketDirectory, port, superuser: SUPERUSER, dataDirectory } as const;
  const end = await runServer(join(binaries, "postgres"), user, found);
  const stop = async () => {
    await end();
    await rm(folder, { recursive: true, force: true });
  };
  return { ...found, authority: own, otherAuthority: other, stop };
}

async function writeCertificates(folder: string, user: ServiceUser) {
  const [own, other] = await Promise.all([CertificateAuthority.create("own"), CertificateAuthority.create("other")]);
  const { cert, key } = await own.issue({ host: "localhost" });
  const at = (name: string, text: string) => write(user, join(folder, name), text);
  return {
    ssl_cert_file: await at("server.crt", cert),
    ssl_key_file: await at("server.key", key),
    own: await at("own.pem", own.certificate.toString("pem")),
    other: await at("other.pem", other.certificate.toString("pem")),
  };
}

async function runServer(
  program: string,
  user: ServiceUser,
  cluster: Pick<PageCluster, "socketDirectory" | "port" | "superuser" | "dataDirectory">,
): Promise<() => Promise<void>> {
  const server = spawn(program, ["-D", cluster.dataDirectory], { ...spawnOptionsFor(user), stdio: "ignore" });
  const ended = once(server, "exit");
  const end = async () => {
    server.kill("SIGINT");
    await ended;
  };
  const answers = () => asSuperuser(cluster, "postgres", (client) => client.query("SELECT 1"));
  await vi.waitFor(answers, { interval: 50, timeout: 60_000 }).catch(async (error) => {
    await end();
    throw error;
  });
  return end;
}

async function write(user: ServiceUser, path: string, text: string): Promise<string> {
  await writeFile(path, text, { mode: 0o600 });
  await giveTo(user, path);
  return path;
}

/** A cluster that root starts runs as a user of its own. */
async function giveTo({ uid, gid }: ServiceUser, path: string): Promise<void> {
  if (isRoot()) await chown(path, uid, gid);
}
