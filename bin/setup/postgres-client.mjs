import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setupFolder } from "../paths.mjs";
import { runCommand, SetupError } from "./run-command.mjs";
import { findProgram } from "./test-programs.mjs";

const MAJOR_VERSION = 18;
const NAMES = ["pg_dump", "pg_restore", "psql"];
const PACKAGE = `postgresql-client-${MAJOR_VERSION}`;
/** The release of Debian that has the package where the machine's own is older. */
const RELEASE = "forky";

/**
 * The programs of PostgreSQL that move databases, of the version of the hosts: those that are installed, else Debian's
 * in a folder of their own with the libraries they need, which leaves installed programs as they are. They are found
 * in .setup/postgres-client/bin.
 */
export async function findPostgresClient() {
  const folder = join(setupFolder, "postgres-client");
  const bin = join(folder, "bin");
  if (isFit(bin)) return false;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(bin, { recursive: true });
  const installed = installedBins().find(isFit);
  if (installed) for (const name of NAMES) symlinkSync(join(installed, name), join(bin, name));
  else await unpackClient(folder, bin).catch(() => undefined);
  if (isFit(bin)) return true;
  throw new SetupError(
    `No pg_dump of PostgreSQL ${MAJOR_VERSION} was found, and apt-get could not bring one: install the package ${PACKAGE}.`,
  );
}

function installedBins() {
  const dump = findProgram([NAMES[0]]);
  return [`/usr/lib/postgresql/${MAJOR_VERSION}/bin`, ...(dump ? [join(dump, "..")] : [])];
}

function isFit(bin) {
  return NAMES.every((name) => {
    try {
      const version = execFileSync(join(bin, name), ["--version"], {
        encoding: "utf8",
        stdio: ["ignore", "pipe", "ignore"],
      });
      return Number(/\) (\d+)/.exec(version)?.[1]) >= MAJOR_VERSION;
    } catch {
      return false;
    }
  });
}

/** Programs of a newer release run by that release's own loader and libraries. */
async function unpackClient(folder, bin) {
  const options = await optionsOfRelease(join(folder, "apt"));
  await runCommand("apt-get", ["update", ...options]);
  const packages = [PACKAGE, ...librariesOf(options)];
  await runCommand("apt-get", ["download", ...options, ...packages], { cwd: folder });
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".deb"))) {
    await runCommand("dpkg-deb", ["--extract", file, "."], { cwd: folder });
    rmSync(join(folder, file));
  }
  rmSync(join(folder, "apt"), { recursive: true });
  for (const name of NAMES) writeStarter(folder, bin, name);
}

/** The release comes from the same server as the machine's own, whose lists and keys stay as they are. */
async function optionsOfRelease(state) {
  const targets = [
    "indextargets",
    "Created-By: Packages",
    "Origin: Debian",
    "Label: Debian",
    "--format",
    "$(REPO_URI)",
  ];
  const read = () => execFileSync("apt-get", targets, { encoding: "utf8" }).split("\n")[0];
  if (!read()) await runCommand("apt-get", ["update"]);
  const list = join(state, "release.list");
  mkdirSync(join(state, "lists/partial"), { recursive: true });
  mkdirSync(join(state, "cache/archives/partial"), { recursive: true });
  const key = "/usr/share/keyrings/debian-archive-keyring.gpg";
  writeFileSync(list, `deb ${existsSync(key) ? `[signed-by=${key}] ` : ""}${read()} ${RELEASE} main\n`);
  const places = { "Etc::sourcelist": list, "Etc::sourceparts": "-", "State::lists": join(state, "lists") };
  const all = { ...places, Cache: join(state, "cache") };
  return Object.entries(all).flatMap(([name, value]) => ["-o", `Dir::${name}=${value}`]);
}

function librariesOf(options) {
  const others = ["recommends", "suggests", "conflicts", "breaks", "replaces", "enhances"];
  const args = [
    "depends",
    "--recurse",
    ...others.map((kind) => `--no-${kind}`),
    "libpq5",
    "libreadline8t64",
    "liblz4-1",
  ];
  const lines = execFileSync("apt-cache", [...args, ...options], { encoding: "utf8" }).split("\n");
  return [...new Set(lines.filter((line) => /^[a-z0-9]/.test(line)))];
}

function writeStarter(folder, bin, name) {
  const root = join(folder, "usr/lib");
  const triplet = readdirSync(root).find((entry) => entry.endsWith("-linux-gnu"));
  const libraries = join(root, triplet);
  const loader = readdirSync(libraries).find((entry) => /^ld-linux-.*\.so\.\d+$/.test(entry));
  const program = join(root, "postgresql", String(MAJOR_VERSION), "bin", name);
  const starter = join(bin, name);
  writeFileSync(
    starter,
    `#!/bin/sh\nexec '${join(libraries, loader)}' --library-path '${libraries}' '${program}' "$@"\n`,
  );
  chmodSync(starter, 0o755);
}
