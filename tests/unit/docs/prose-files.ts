import { readdirSync } from "node:fs";

const GENERATED = /(?:^|\/)(?:dist|generated|node_modules)\//;

/** The folders whose comments are read. */
export const SOURCES = ["app", "bin", "components", "examples", "lib", "packages", "tests"];

/** Returns the paths of the files in a folder whose names are of a kind, without generated ones. */
export function filesOf(folder: string, kind: RegExp): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.map((name) => `${folder}/${name}`).filter((path) => kind.test(path) && !GENERATED.test(path));
}
