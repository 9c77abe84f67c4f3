import { structuredPatch } from "diff";
import type { FunctionAddress } from "../access";
import type { FunctionContext } from "../context";
import { readSources } from "./read-sources";
import type { FileDifference, VersionDifference } from "./resource";

const CONTEXT_LINES = 3;
/** Texts that have next to nothing in common are shown whole. */
const LONGEST_MS = 500;

/** Returns the differences between two versions that are still kept, file by file. Throws `version_not_found`. */
export async function compareVersions(
  ctx: FunctionContext,
  { from, to, ...at }: FunctionAddress & { from: number; to: number },
): Promise<VersionDifference> {
  const [before, after] = [
    await readSources(ctx, { ...at, version: from }),
    await readSources(ctx, { ...at, version: to }),
  ];
  if (before.files === null || after.files === null) return { from, to, files: null };
  const paths = [...new Set([...Object.keys(before.files), ...Object.keys(after.files)])].sort();
  const files = paths.flatMap((path) => differenceOf(path, before.files?.[path] ?? null, after.files?.[path] ?? null));
  return { from, to, files };
}

function differenceOf(path: string, before: string | null, after: string | null): FileDifference[] {
  if (before === after) return [];
  const options = { context: CONTEXT_LINES, timeout: LONGEST_MS };
  const patch = structuredPatch(path, path, before ?? "", after ?? "", "", "", options);
  const change = before === null ? "added" : after === null ? "deleted" : "changed";
  if (!patch) return [{ path, change, hunks: null }];
  const hunks = patch.hunks.map(({ oldStart, newStart, lines }) => {
    let [oldLine, newLine] = [oldStart, newStart];
    return lines
      .filter((line) => !line.startsWith("\\"))
      .map((line) => {
        const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
        return {
          kind,
          text: line.slice(1),
          oldLine: kind === "added" ? null : oldLine++,
          newLine: kind === "removed" ? null : newLine++,
        } as const;
      });
  });
  return [{ path, change, hunks }];
}
