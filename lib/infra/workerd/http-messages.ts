import type { IncomingMessage } from "node:http";
import type { HeaderFields } from "@/lib/core/ports/function-runtime";

const SMALL_BYTES = 65_536;

/** Returns whether a body is said to be so small that to take it as a whole costs less than to stream it. */
export function hasSmallBody(headers: HeaderFields): boolean {
  const [, length] = headers.find(([name]) => name === "content-length") ?? [];
  return length !== undefined && Number(length) <= SMALL_BYTES;
}

/** Returns a body as a whole. Rejects when it breaks off; `buffer` of Node does the same at several times the cost. */
export function readWhole(message: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const chunks: Buffer[] = [];
  message
    .on("data", (chunk: Buffer) => chunks.push(chunk))
    .once("error", reject)
    .once("end", () => resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)))
    .once("close", () => reject(new Error("the body broke off")));
  return promise;
}

/** Returns the fields of a message without those that concern one connection alone. */
export function fieldsOf({ rawHeaders }: IncomingMessage): [name: string, value: string][] {
  const fields: [string, string][] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? "").toLowerCase();
    if (!HOP_BY_HOP.has(name) && !name.startsWith("proxy-")) fields.push([name, rawHeaders[index + 1] ?? ""]);
  }
  return fields;
}

export const HOP_BY_HOP: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "te", "trailer", "transfer-encoding", "upgrade", "expect"],
]);
