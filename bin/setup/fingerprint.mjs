import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root, setupFolder } from "../paths.mjs";

/** The files that set-up itself makes, and so are no input of it. */
const GENERATED = new Set(["lib/core/db/generated", "public/generated", "app/route-table.ts", "app/route-methods.ts"]);

/** One hash over the names and contents of files and folders. */
function fingerprint(paths) {
  const hash = createHash("sha256");
  for (const path of paths) addPath(hash, path);
  return hash.digest("hex");
}

/** Runs `work` unless it ran before on the same inputs and its outputs are still there. Answers whether it ran. */
export async function onChange(step, { inputs, outputs }, work) {
  const hash = fingerprint(inputs);
  const record = join(setupFolder, `${step}.sha256`);
  const isDone = existsSync(record) && readFileSync(record, "utf8") === hash;
  if (isDone && outputs.every((path) => existsSync(join(root, path)))) return false;
  await work();
  mkdirSync(setupFolder, { recursive: true });
  writeFileSync(record, hash);
  return true;
}

function addPath(hash, path) {
  if (GENERATED.has(path)) return;
  const found = statSync(join(root, path), { throwIfNoEntry: false });
  if (found?.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) addPath(hash, `${path}/${name}`);
  } else if (found) {
    hash.update(`${path}\0${found.size}\0`).update(readFileSync(join(root, path)));
  }
}
