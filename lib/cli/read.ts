import { readFile } from "node:fs/promises";
import { UsageError } from "./command-line";

/** Returns the words of a text that commas separate. */
export function readList(text: string): string[] {
  return text.split(",").flatMap((word) => word.trim() || []);
}

/** Returns the name and the text of an argument such as `name=text`. */
export function readPair(pair: string, example: string): [name: string, text: string] {
  const at = pair.indexOf("=");
  if (at < 1) throw new UsageError(`Write ${example}, not "${pair}".`);
  return [pair.slice(0, at), pair.slice(at + 1)];
}

export async function readTextFile(path: string): Promise<string> {
  return (await readBytes(path)).toString("utf8");
}

export async function readBytes(path: string): Promise<Buffer<ArrayBuffer>> {
  return readFile(path).catch(() => {
    throw new UsageError(`Can't read ${path}.`);
  });
}

export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readTextFile(path);
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${path} isn't JSON.`);
  }
}
