import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import type { SnippetFile } from "./frameworks";

/** The examples are apps that run as they are, so the shown text is the tested one. */
export async function readExample(folder: string, path: string): Promise<SnippetFile> {
  return { path, content: await readFile(posix.join(process.cwd(), `examples/${folder}/${path}`), "utf8") };
}

export function installCommand(serviceUrl: string): string {
  return `npm install ${serviceUrl}/packages/coppice-auth.tgz`;
}
