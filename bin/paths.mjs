import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const setupFolder = join(root, ".setup");

/** The pinned Node 24 that npm installs; the machine's own may be older than the packages allow. */
export function pinnedNode() {
  const path = join(root, "node_modules", `node-${process.platform}-${process.arch}`, "bin", "node");
  return existsSync(path) ? path : null;
}
