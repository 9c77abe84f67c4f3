import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const BuildInfo = z.object({ sha: z.string(), timestamp: z.string() });

/** Returns the commit and time of the build from `dist/build.json`, which sources that were never built do not have. */
export function readBuild(): z.infer<typeof BuildInfo> {
  try {
    return BuildInfo.parse(JSON.parse(readFileSync(join(process.cwd(), "dist", "build.json"), "utf8")));
  } catch {
    return { sha: "unbuilt", timestamp: new Date(0).toISOString() };
  }
}

const Package = z.object({ version: z.string() });

let version: string | undefined;

/** Returns the version of the package in whose folder the process runs; the command line may run in any other. */
export function readVersion(): string {
  version ??= Package.parse(JSON.parse(readFileSync(join(process.cwd(), "package.json"), "utf8"))).version;
  return version;
}
