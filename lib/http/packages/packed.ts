import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { codeOf } from "@/lib/core/error-code";

const Packed = z.object({ name: z.string(), version: z.string(), file: z.string(), integrity: z.string() });
export type Packed = z.infer<typeof Packed>;

/** Set-up packs the client packages into this folder: bin/setup/client-packages.mjs. */
const folder = () => join(process.cwd(), "dist", "packages");

/** Returns the packages that were built with this service; sources that were never built have none. */
export async function listPacked(): Promise<Packed[]> {
  try {
    return z.array(Packed).parse(JSON.parse(await readFile(join(folder(), "packages.json"), "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

export function readPacked({ file }: Packed): Promise<Buffer<ArrayBuffer>> {
  return readFile(join(folder(), file)) as Promise<Buffer<ArrayBuffer>>;
}

/** Returns the file's name without its version, which an upgrade of the service keeps. */
export function currentFile({ file, version }: Packed): string {
  return file.replace(`-${version}.tgz`, ".tgz");
}
