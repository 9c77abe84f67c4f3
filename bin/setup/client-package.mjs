import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { onChange } from "./fingerprint.mjs";
import { npmCommand, runCommand } from "./run-command.mjs";

const SOURCE = "packages/client";
const FOLDER = "dist/packages";

/** `@coppice/auth` as `npm pack` makes it, which the service hands out: see lib/http/packages. */
export function packClientPackage() {
  const files = ["src", "build.mjs", "package.json", "tsconfig.json", "tsconfig.build.json", "README.md"];
  const inputs = [...files.map((file) => `${SOURCE}/${file}`), "tsconfig.json", "package-lock.json"];
  return onChange("client-package", { inputs, outputs: [`${FOLDER}/packages.json`, `${SOURCE}/dist/index.js`] }, pack);
}

async function pack() {
  // What an earlier build left would hide that `npm pack` builds nothing.
  rmSync(join(root, SOURCE, "dist"), { recursive: true, force: true });
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  mkdirSync(join(root, FOLDER), { recursive: true });
  const [npm, first] = npmCommand();
  await runCommand(npm, [...first, "pack", `./${SOURCE}`, "--pack-destination", FOLDER]);
  const { name, version } = JSON.parse(readFileSync(join(root, SOURCE, "package.json"), "utf8"));
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const digest = createHash("sha512")
    .update(readFileSync(join(root, FOLDER, file)))
    .digest("base64");
  writeFileSync(
    join(root, FOLDER, "packages.json"),
    JSON.stringify([{ name, version, file, integrity: `sha512-${digest}` }]),
  );
}
