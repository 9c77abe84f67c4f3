import { ServiceError } from "@/lib/core/errors";
import { BundleError, type FunctionBundle } from "@/lib/core/ports/function-bundler";
import type { FunctionContext } from "../context";
import { BUNDLE_BYTES, type DeployInput, SOURCE_BYTES } from "./input";

const MOST_FILES = 1_000;
const MOST_PATH_CHARACTERS = 200;
const SEGMENT = /^(?!\.{1,2}$)[\w@$.()[\]+ -]+$/;

/** Returns one module, of the files or as it is. Throws `deploy_failed` with the file, the line and the fault. */
export async function makeBundle(
  { functionBundler }: FunctionContext,
  projectId: string,
  { files = {}, entry, bundle }: Pick<DeployInput, "files" | "entry" | "bundle">,
): Promise<string> {
  if (bundle !== undefined) return requireSize(bundle, BUNDLE_BYTES, "The bundle");
  requireFiles(files, entry);
  const made = await functionBundler.bundle(projectId, { files, entry }).catch((error: unknown) => {
    throw error instanceof BundleError ? refusalOf(error) : error;
  });
  requireHandler(made, entry);
  return requireSize(made.code, BUNDLE_BYTES, "The bundle");
}

function requireFiles(files: Readonly<Record<string, string>>, entry: string): void {
  const names = Object.keys(files);
  if (names.length > MOST_FILES) throw deployFailed(`There are more than ${MOST_FILES} files.`);
  const odd = names.find(
    (name) => name.length > MOST_PATH_CHARACTERS || !name.split("/").every((s) => SEGMENT.test(s)),
  );
  if (odd !== undefined) throw deployFailed(`${shown(odd)} isn't a relative path of a file.`);
  if (!Object.hasOwn(files, entry)) throw deployFailed(`There is no file ${shown(entry)}.`);
  requireSize(Object.values(files).join(""), SOURCE_BYTES, "All files together");
}

function requireSize(text: string, most: number, what: string): string {
  if (Buffer.byteLength(text) <= most) return text;
  throw deployFailed(`${what} can be at most ${most / 1024 ** 2} MB.`);
}

function requireHandler({ exports }: FunctionBundle, entry: string): void {
  if (exports.includes("default") || exports.includes("fetch")) return;
  throw deployFailed(`${entry} must export fetch(request), or an object with it as its default.`);
}

function refusalOf({ faults, message }: BundleError): ServiceError {
  const details = faults.map(({ file, line, message: text }) => ({
    path: file === null ? "files" : line === null ? file : `${file}:${line}`,
    message: text,
  }));
  return new ServiceError("deploy_failed", message, { details });
}

const shown = (name: string) => JSON.stringify(name.slice(0, MOST_PATH_CHARACTERS));

function deployFailed(message: string): ServiceError {
  return new ServiceError("deploy_failed", message);
}
