import { chmodSync, mkdtempSync, readFileSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";

const MEMORY = "/dev/shm";
/** The size that the clusters of a run may reach, with as much again for the run itself. */
const NEEDED_BYTES = 8 * 1024 ** 3;

/**
 * Makes the folder for the temporary files of a run: in memory where there is enough of it, since PostgreSQL's
 * copies of databases keep a disk busy.
 */
export function makeTemporaryFolder() {
  const folder = mkdtempSync(join(isFit(MEMORY) ? MEMORY : tmpdir(), "coppice-tests-"));
  // PostgreSQL runs as a user of its own when root runs the tests.
  chmodSync(folder, 0o711);
  return folder;
}

/** Programs are run from the folder as well, which containers often forbid there. */
function isFit(folder) {
  const mount = readFileSync("/proc/mounts", "utf8")
    .split("\n")
    .map((line) => line.split(" "))
    .findLast(([, path]) => path === folder);
  if (!mount || mount[3].split(",").includes("noexec")) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, freemem()) >= NEEDED_BYTES;
}
