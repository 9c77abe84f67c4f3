import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export function packageFolder(name: "client" | "storage" | "realtime" | "functions"): string {
  return join(root, "packages", name, "/");
}

/** Returns the tarball that set-up packs by `npm pack`, after it has removed the files of an earlier build. */
export function readTarball(name: string): Buffer {
  const folder = join(root, "dist/packages");
  const packed: { name: string; file: string }[] = JSON.parse(readFileSync(join(folder, "packages.json"), "utf8"));
  return readFileSync(join(folder, packed.find((each) => each.name === name)?.file ?? ""));
}
