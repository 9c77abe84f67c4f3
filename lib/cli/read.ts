import { readFile } from "node:fs/promises";
import { UsageError } from "./command-line";

/** Words of an option whose value is on or off. */
export const ON_OFF = { choices: ["on", "off"], as: (text: string) => text === "on" } as const;

/** Returns the words of a text that commas separate. */
export function readList(text: string): string[] {
  return text.split(",").flatMap((word) => word.trim() || []);
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
