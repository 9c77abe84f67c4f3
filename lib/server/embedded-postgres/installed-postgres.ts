import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { OperatorError } from "@/lib/core/operator-error";
import { succeeds } from "@/lib/core/succeeds";
import { type CopiedFile, listFiles } from "./copied-file";
import { isAllowedExtensionFile, isAllowedLibrary } from "./extensions";
import { MAJOR_VERSION } from "./initialise-cluster";
import type { PostgresSource } from "./postgres-source";

const PROGRAMS = ["postgres", "initdb", "pg_config"];
const PATIENCE_MILLISECONDS = 10_000;
/** The folders that an installation shares with everything else on the machine. */
const SHARED = ["/", "/usr", "/usr/local"];
/** A library that programs are linked with, and not one of an extension. */
const LINKED_LIBRARY = /^lib(?!pqwalreceiver).*\.so(\.|$)/;

/** The parts of an installation, as its own `pg_config` names them. */
interface Parts {
  programs: string;
  libraries: string;
  serverLibraries: string;
  shared: string;
}

/** Returns an installed PostgreSQL, given the folder of its programs. Throws `OperatorError` where it can't be used. */
export async function installedPostgres(bin: string): Promise<PostgresSource> {
  await requirePrograms(bin);
  const { version, ...parts } = await askInstallation(bin);
  const [, major, minor] = /^PostgreSQL (\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major !== MAJOR_VERSION) {
    throw new OperatorError(`COPPICE_POSTGRES_BIN: ${bin} has ${version}, and Coppice needs version ${MAJOR_VERSION}.`);
  }
  const root = commonFolder(Object.values({ ...parts, libraries: parts.programs }));
  const files = await filesOf(parts, root);
  return {
    versionNum: Number(major) * 10_000 + Number(minor ?? 0),
    copyName: `${major}.${minor ?? 0}-${await fingerprintOf(files)}`,
    programs: relative(root, parts.programs),
    libraries: parts.serverLibraries,
    extensions: join(parts.shared, "extension"),
    listFiles: async () => files,
    links: [],
  };
}

async function requirePrograms(bin: string): Promise<void> {
  for (const name of PROGRAMS) {
    if (await succeeds(stat(join(bin, name)))) continue;
    throw new OperatorError(
      `COPPICE_POSTGRES_BIN: ${bin} has no ${name}. It must be the folder of PostgreSQL's programs, such as /usr/lib/postgresql/18/bin, which the packages postgresql-18 and postgresql-client-18 of Debian, Ubuntu and apt.postgresql.org install.`,
    );
  }
}

async function askInstallation(bin: string): Promise<Parts & { version: string }> {
  const options = ["--version", "--bindir", "--libdir", "--pkglibdir", "--sharedir"];
  try {
    const { stdout } = await promisify(execFile)(join(bin, "pg_config"), options, { timeout: PATIENCE_MILLISECONDS });
    const [version = "", programs = bin, libraries = "", serverLibraries = "", shared = ""] = stdout.trim().split("\n");
    return { version, programs, libraries, serverLibraries, shared };
  } catch (cause) {
    throw new OperatorError(`COPPICE_POSTGRES_BIN: ${join(bin, "pg_config")} failed (${String(cause)}).`, { cause });
  }
}

/** A server finds its other parts from its own place, so in the copy they lie to each other as they did before. */
async function filesOf({ programs, libraries, serverLibraries, shared }: Parts, root: string): Promise<CopiedFile[]> {
  const isFlat = (path: string) => !path.includes(sep);
  const listPart = (part: string, isWanted: (path: string) => boolean) =>
    listFiles(part, relative(root, part), isWanted);
  const isLinked = (path: string) => isFlat(path) && LINKED_LIBRARY.test(path);
  const hasOwnLibraries = !SHARED.includes(root) && !relative(root, libraries).startsWith("..");
  return [
    ...(await listPart(programs, (path) => isFlat(path) && path !== "pg_config" && PROGRAMS.includes(path))),
    ...(await listPart(serverLibraries, (path) => isLinked(path) || (isFlat(path) && isAllowedLibrary(path)))),
    ...(hasOwnLibraries && libraries !== serverLibraries ? await listPart(libraries, isLinked) : []),
    ...(await listPart(shared, isWantedShare)),
  ];
}

function isWantedShare(path: string): boolean {
  if (dirname(path) === "extension") return isAllowedExtensionFile(basename(path));
  return !/^(man|doc|contrib|locale)\//.test(path);
}

/** A new extension or an upgrade changes it, so that the next start makes a new copy. */
async function fingerprintOf(files: readonly CopiedFile[]): Promise<string> {
  const hash = createHash("sha256");
  for (const { from, to } of files) {
    const { size, mtimeMs } = await stat(from);
    hash.update(`${to}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest("hex").slice(0, 16);
}

function commonFolder(folders: readonly string[]): string {
  const [first = [], ...others] = folders.map((folder) => folder.split(sep));
  const count = first.findIndex((name, i) => others.some((other) => other[i] !== name));
  return first.slice(0, count === -1 ? first.length : count).join(sep) || "/";
}
