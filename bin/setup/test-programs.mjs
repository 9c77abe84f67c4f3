import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { runCommand, SetupError } from "./run-command.mjs";

/** An installed redis-server, else Debian's package. */
export function findRedis() {
  return findOrInstall("redis-server", "redis-server");
}

/** Finds the program that makes a volume that shares blocks. Only root can, so no one else needs it. */
export async function findXfs() {
  return process.getuid?.() === 0 && (await findOrInstall("mkfs.xfs", "xfsprogs"));
}

/** Finds the program that keeps functions apart from the machine, else Debian's package. */
export function findBubblewrap() {
  return findOrInstall("bwrap", "bubblewrap");
}

/** Debian's SimpleSAMLphp, served by PHP itself. It asks for a web server and a PHP in it, of which these are the smallest. */
export async function findSimpleSamlPhp() {
  const isThere = () => existsSync("/usr/share/simplesamlphp/www/index.php") && findProgram(["php"]) !== null;
  if (isThere()) return false;
  const php = ["php-cli", "php-cgi", "php-xml", "php-mbstring", "php-curl"];
  await installPackages(["simplesamlphp", "nginx-light", ...php]);
  if (isThere()) return true;
  throw new SetupError(
    "No SimpleSAMLphp was found, and apt-get could not bring one: install the packages simplesamlphp and php-cli as root.",
  );
}

/** The programs that the guides of docs/guides use: the command that finds each, and the packages that bring it. */
const GUIDE_PROGRAMS = [
  [["curl", "--version"], ["curl"]],
  [["jq", "--version"], ["jq"]],
  [["openssl", "version"], ["openssl"]],
  [["psql", "--version"], ["postgresql-client"]],
  [["sh", "-c", "ls /usr/lib/postgresql/*/bin/initdb"], ["postgresql"]],
  [
    ["/usr/bin/python3", "-c", "import cryptography, jwt"],
    ["python3-jwt", "python3-cryptography"],
  ],
  [
    ["/usr/bin/ruby", "-e", 'require "jwt"'],
    ["ruby", "ruby-jwt"],
  ],
  [["/usr/sbin/nginx", "-v"], ["nginx-light"]],
  [["caddy", "version"], ["caddy"]],
  [["/usr/sbin/pgbouncer", "--version"], ["pgbouncer"]],
  [["rsync", "--version"], ["rsync"]],
  [["/usr/sbin/nft", "--version"], ["nftables"]],
  [["zsh", "--version"], ["zsh"]],
  [["fish", "--version"], ["fish"]],
  [["systemd-analyze", "--version"], ["systemd"]],
];

export async function findGuidePrograms() {
  const isThere = ([program, ...args]) => spawnSync(program, args, { stdio: "ignore" }).status === 0;
  const missing = GUIDE_PROGRAMS.filter(([command]) => !isThere(command));
  for (const [, names] of missing) await installPackages(names);
  const left = missing.filter(([command]) => !isThere(command)).flatMap(([, names]) => names);
  if (left.length === 0) return missing.length > 0;
  throw new SetupError(
    `apt-get could not install the programs that the guides need: install ${left.join(", ")} as root.`,
  );
}

async function findOrInstall(program, packageName) {
  if (findProgram([program])) return false;
  await installPackages([packageName]);
  if (findProgram([program])) return true;
  throw new SetupError(
    `No ${program} was found, and apt-get could not bring one: install the package ${packageName} as root.`,
  );
}

export function findProgram(names) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/local/bin", "/usr/bin", "/usr/sbin"];
  for (const name of names) {
    for (const folder of folders) {
      if (isExecutable(join(folder, name)) && !folder.includes("node_modules")) return join(folder, name);
    }
  }
  return null;
}

export async function installPackages(names) {
  if (process.getuid?.() !== 0 || !findProgram(["apt-get"])) return;
  await apt(["install", "-y", "--no-install-recommends", ...names]).catch(() => undefined);
}

/** Writes the packages into a folder and installs nothing. */
export async function downloadPackages(names, folder) {
  await apt(["download", ...names], folder);
}

/** Runs apt-get; if it fails, as on a new machine without lists of packages, updates them and runs it again. */
async function apt(args, cwd) {
  const options = { env: { DEBIAN_FRONTEND: "noninteractive" }, ...(cwd && { cwd }) };
  const ask = () => runCommand("apt-get", args, options);
  await ask().catch(() => runCommand("apt-get", ["update"], options).then(ask));
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
