import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pinnedNode, setupFolder } from "../paths.mjs";
import { runCommand, SetupError } from "./run-command.mjs";
import { downloadPackages, findProgram, installPackages } from "./test-programs.mjs";

const SHELL_NAMES = ["chromium-headless-shell"];
/** The shell, and the files that it reads of the browser: both of the same version. */
const SHELL_PACKAGES = ["chromium-headless-shell", "chromium-common"];
const CHROMIUM_NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/**
 * Chromium's shell without windows, installed or Debian's, which takes half of the processor's time
 * (docs/decisions/205); else an installed Chromium, else Playwright's own download, else Debian's package. Its path is
 * kept in .setup/chromium.
 */
export async function findChromium() {
  const record = join(setupFolder, "chromium");
  if (existsSync(record) && existsSync(readFileSync(record, "utf8"))) return false;
  mkdirSync(setupFolder, { recursive: true });
  const shell = findProgram(SHELL_NAMES) ?? (await unpackShell()) ?? (await installed(SHELL_NAMES));
  const there = shell ?? findProgram(CHROMIUM_NAMES) ?? playwrightChromium();
  const found = there ?? (await downloadChromium()) ?? (await installed(CHROMIUM_NAMES));
  if (found === null) {
    throw new SetupError(
      "No Chromium was found, and neither Playwright nor apt-get could bring one: install the package chromium as root.",
    );
  }
  writeFileSync(record, found);
  return true;
}

/**
 * Debian's shell in a folder of its own, which leaves installed programs as they are. It needs Chromium's libraries;
 * without them, the package is installed.
 */
async function unpackShell() {
  const folder = join(setupFolder, "chromium-shell");
  const program = join(folder, "usr/lib/chromium/chromium-headless-shell");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  try {
    await downloadPackages(SHELL_PACKAGES, folder);
    for (const file of readdirSync(folder)) {
      await runCommand("dpkg-deb", ["--extract", file, "."], { cwd: folder });
      rmSync(join(folder, file));
    }
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return program;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return null;
  }
}

/** Playwright's own download, when it is there and the machine has the libraries it needs. */
function playwrightChromium() {
  try {
    const script = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
    const path = execFileSync(pinnedNode(), ["-e", script], { encoding: "utf8" }).trim();
    execFileSync(path, ["--version"], { stdio: "ignore" });
    return path;
  } catch {
    return null;
  }
}

async function downloadChromium() {
  const args = ["node_modules/@playwright/test/cli.js", "install", "chromium"];
  await runCommand(pinnedNode(), args).catch(() => undefined);
  return playwrightChromium();
}

/** Installs Debian's package of the first name, which also brings its libraries. */
async function installed(names) {
  await installPackages(names.slice(0, 1));
  return findProgram(names);
}
