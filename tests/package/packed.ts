import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

export const packageFolder = join(root, "packages/client/");

/** Returns the tarball that set-up packs by `npm pack`, after it has removed what an earlier build left. */
export function readTarball(): Buffer {
  const folder = join(root, "dist/packages");
  const [{ file }] = JSON.parse(readFileSync(join(folder, "packages.json"), "utf8"));
  return readFileSync(join(folder, file));
}
