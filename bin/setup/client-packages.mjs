import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../paths.mjs";
import { onChange } from "./fingerprint.mjs";
import { npmCommand, runCommand } from "./run-command.mjs";

const SOURCES = ["packages/client", "packages/storage", "packages/realtime", "packages/functions"];
const FILES = ["src", "package.json", "tsconfig.json", "tsconfig.build.json", "README.md"];
const FOLDER = "dist/packages";

/** Makes the packages that apps install, with `npm pack`; the service hands them out: see lib/http/packages. */
export function packClientPackages() {
  const own = SOURCES.flatMap((source) => FILES.map((file) => `${source}/${file}`));
  const inputs = [...own, "packages/build.mjs", "tsconfig.json", "package-lock.json"];
  const outputs = [`${FOLDER}/packages.json`, ...SOURCES.map((source) => `${source}/dist/index.js`)];
  return onChange("client-packages", { inputs, outputs }, packAll);
}

async function packAll() {
  rmSync(join(root, FOLDER), { recursive: true, force: true });
  mkdirSync(join(root, FOLDER), { recursive: true });
  const packed = [];
  for (const source of SOURCES) packed.push(await pack(source));
  writeFileSync(join(root, FOLDER, "packages.json"), JSON.stringify(packed));
}

async function pack(source) {
  // The files of an earlier build would hide that `npm pack` builds nothing.
  rmSync(join(root, source, "dist"), { recursive: true, force: true });
  const [npm, first] = npmCommand();
  await runCommand(npm, [...first, "pack", `./${source}`, "--pack-destination", FOLDER]);
  const { name, version } = JSON.parse(readFileSync(join(root, source, "package.json"), "utf8"));
  const file = `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
  const digest = createHash("sha512")
    .update(readFileSync(join(root, FOLDER, file)))
    .digest("base64");
  return { name, version, file, integrity: `sha512-${digest}` };
}
