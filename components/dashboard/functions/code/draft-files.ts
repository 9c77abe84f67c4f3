import type { FunctionSources } from "@/lib/services/functions/deployments/resource";

export interface FileSet {
  /** The version that the files began from; `null` for a function that none answers. */
  base: number | null;
  entry: string;
  files: Readonly<Record<string, string>>;
}

const STARTER = `import { caller } from "coppice";

export default {
  async fetch(request: Request): Promise<Response> {
    return Response.json({ hello: "world", from: caller().kind });
  },
};
`;

export const NEW_FILES = { entry: "index.ts", files: { "index.ts": STARTER } };

/** Returns the files of a version to edit; `null` where it was deployed as a bundle. */
export function filesOf(source: FunctionSources | null): FileSet | null {
  if (source === null) return { base: null, ...NEW_FILES };
  const { version: base, entry, files } = source;
  return files === null || entry === null ? null : { base, entry, files };
}

export function isSame(one: FileSet | null, other: FileSet | null): boolean {
  if (one === null || other === null) return one === other;
  const names = Object.keys(one.files);
  return (
    one.entry === other.entry &&
    names.length === Object.keys(other.files).length &&
    names.every((name) => one.files[name] === other.files[name])
  );
}

/**
 * Returns the files with the changes of two windows to those that both began from. Of a file that both have changed,
 * the text of `mine` keeps the name, and the other comes beside it.
 */
export function mergeFiles(before: FileSet, mine: FileSet, theirs: FileSet): FileSet {
  const files: Record<string, string> = {};
  const put = (path: string, text: string | undefined) => {
    if (text !== undefined) files[path] = text;
  };
  const all = new Set([...Object.keys(mine.files), ...Object.keys(theirs.files)]);
  for (const path of all) {
    const [was, here, there] = [before.files[path], mine.files[path], theirs.files[path]];
    const areBoth = here !== was && there !== was;
    put(path, here === was || (areBoth && here === undefined) ? there : here);
    if (areBoth && here !== undefined && here !== there) put(freeName(path, all), there);
  }
  const entry = mine.entry === before.entry ? theirs.entry : mine.entry;
  return { base: mine.base, entry: Object.hasOwn(files, entry) ? entry : mine.entry, files };
}

function freeName(path: string, taken: Set<string>): string {
  const [, stem = path, ending = ""] = /^(.*?)(\.[^./]*)?$/.exec(path) ?? [];
  let number = 2;
  while (taken.has(`${stem}-${number}${ending}`)) number += 1;
  const name = `${stem}-${number}${ending}`;
  taken.add(name);
  return name;
}

/** Returns the draft that the browser has kept; `null` for anything else. */
export function readKept(text: string | null): FileSet | null {
  if (text === null) return null;
  try {
    const { base, entry, files } = JSON.parse(text) as Partial<FileSet>;
    const isBase = base === null || typeof base === "number";
    if (!isBase || typeof entry !== "string" || typeof files !== "object" || files === null) return null;
    const isText = Object.values(files).every((each) => typeof each === "string");
    return isText && Object.hasOwn(files, entry) ? { base, entry, files } : null;
  } catch {
    return null;
  }
}

const SEGMENT = /^(?!\.{1,2}$)[\w@$.()[\]+ -]+$/;

/** Returns why a file can't have the name; `null` where it can. */
export function refuseName(name: string, others: readonly string[]): string | null {
  if (others.includes(name)) return "There's a file of this name.";
  if (name.length > 200 || !name.split("/").every((part) => SEGMENT.test(part))) {
    return "Enter a path such as lib/mail.ts.";
  }
  return null;
}
