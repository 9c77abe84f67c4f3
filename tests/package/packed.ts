import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const packageFolder = fileURLToPath(new URL("../../packages/client/", import.meta.url));

/** Builds the package and packs it as a registry would get it. */
export function packPackage(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), "packed-"));
  try {
    execFileSync(process.execPath, [join(packageFolder, "build.mjs")], { stdio: "inherit" });
    const options = ["pack", packageFolder, "--ignore-scripts", "--pack-destination", folder, "--json"];
    const [packed] = JSON.parse(execFileSync("npm", options, { encoding: "utf8" }));
    return readFileSync(join(folder, packed.filename));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
