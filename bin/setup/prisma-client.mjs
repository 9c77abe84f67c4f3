import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { pinnedNode, root } from "../paths.mjs";
import { onChange } from "./fingerprint.mjs";
import { runCommand, SetupError } from "./run-command.mjs";

const SCHEMA = "prisma/schema.prisma";
const CLIENT = "lib/core/db/generated";
/** The generated client in the repository, so that a start needs none of Prisma's tools (docs/decisions/141). */
const ARCHIVE = "prisma/client.json.br";

/** Unpacks the client of the control plane, or generates and packs it anew when the schema has changed. */
export function bringPrismaClient() {
  const inputs = [SCHEMA, ARCHIVE, "prisma.config.ts"];
  return onChange("prisma", { inputs, outputs: [`${CLIENT}/client.ts`] }, async () => {
    const { madeFrom, files } = readArchive();
    if (madeFrom === fingerprintOfSource()) unpack(files);
    else await generateAnew();
  });
}

/** Returns the client as it is in the repository: the texts of its files, and a hash of their sources. */
export function readArchive() {
  return JSON.parse(brotliDecompressSync(readFileSync(join(root, ARCHIVE))).toString());
}

export function fingerprintOfSource() {
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const schema = readFileSync(join(root, SCHEMA), "utf8");
  return createHash("sha256").update(`${dependencies["@prisma/client"]}\0${schema}`).digest("hex");
}

/** Runs `prisma generate` for the schema of a folder that has the layout of this repository. */
export function generateClient(folder) {
  return runCommand(pinnedNode(), [join(root, "node_modules/prisma/build/index.js"), "generate"], {
    cwd: folder,
    // Generating needs no schema engine, but looks for one, and would download it.
    env: { CHECKPOINT_DISABLE: "1", PRISMA_SCHEMA_ENGINE_BINARY: pinnedNode() },
  });
}

/** Returns the texts of the generated files of a folder that has the layout of this repository, by their names. */
export function readClient(folder) {
  const names = readdirSync(join(folder, CLIENT), { recursive: true }).filter((name) => name.endsWith(".ts"));
  return Object.fromEntries(names.sort().map((name) => [name, readFileSync(join(folder, CLIENT, name), "utf8")]));
}

async function generateAnew() {
  if (!existsSync(join(root, "node_modules/prisma"))) {
    throw new SetupError(`${SCHEMA} has changed. Run npm run verify once, which installs Prisma and makes the client.`);
  }
  await generateClient(root);
  const archive = { madeFrom: fingerprintOfSource(), files: readClient(root) };
  writeFileSync(join(root, ARCHIVE), brotliCompressSync(JSON.stringify(archive)));
}

function unpack(files) {
  rmSync(join(root, CLIENT), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, CLIENT, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}
