import type { ImportSource } from "@/lib/sign-in/user-imports/resource";

/** The fields by which the first record of a file shows whose it is, in the order in which they are looked for. */
export type SourceMarks = readonly (readonly [source: ImportSource, fields: readonly string[]])[];

const HEAD_BYTES = 64 * 1024;

/** Guesses whose file it is from its first record; the service looks for itself. Returns `null` for a file without one. */
export async function guessSource(file: Blob, marks: SourceMarks): Promise<ImportSource | null> {
  const head = (await file.slice(0, HEAD_BYTES).text()).replace(/^\uFEFF/, "").trimStart();
  const [line = ""] = head.split("\n", 1);
  if (line === "") return null;
  // A list of records may be spread over many lines.
  const record = /^\{.*\}\s*$/.test(line) ? line : head;
  const found = /^[[{]/.test(head) ? record.matchAll(/"(\w+)"\s*:/g) : line.matchAll(/(\w+)/g);
  const names = new Set(Array.from(found, ([, name]) => name));
  return marks.find(([, fields]) => fields.some((field) => names.has(field)))?.[0] ?? "coppice";
}
