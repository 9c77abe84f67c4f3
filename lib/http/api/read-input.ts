import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { percentDecoded } from "@/lib/core/percent-decoded";
import type { RouteDefinition, RouteInput } from "../definition";
import { parseExactJson, parseJson, parseJsonBody } from "../read-body";
import { readQuery } from "../read-query";
import type { ServedRequest } from "../served-request";

/** Returns the verb's input from a request whose body is `bytes`. Throws where something doesn't fit the definition. */
export function readInput(
  definition: RouteDefinition,
  request: ServedRequest,
  params: Record<string, string>,
  bytes: Uint8Array,
): RouteInput {
  const input: RouteInput = {};
  for (const [name, shape] of Object.entries(definition.params ?? {})) {
    const value = params[name] ?? "";
    if (shape instanceof RegExp) {
      if (!shape.test(value)) throw new ServiceError("not_found", "There's nothing at this path.");
    } else if (!isId(shape, value)) {
      throw new ServiceError("invalid_id", `The path doesn't contain a valid ${shape} ID.`);
    }
    input[name] = value;
  }
  if (definition.tail) input[definition.tail.name] = readTail(request.url, definition.tail.after);
  Object.assign(input, readQuery(request.url, definition.query), definition.stream && { request });
  if (definition.rawBody) return Object.assign(input, { rawBody: bytes, headers: request.headers });
  if (definition.body) {
    const parse = definition.exactNumbers ? parseExactJson : parseJson;
    return Object.assign(input, parseJsonBody(request, bytes, definition.body, parse));
  }
  if (!isEmpty(bytes)) throw new ServiceError("invalid_request", "This route doesn't accept a body.");
  return input;
}

function readTail(url: string, after: number): string {
  const segments = new URL(url).pathname.split("/").slice(1 + after);
  const tail = percentDecoded(segments.join("/"));
  if (tail === null) throw new ServiceError("not_found", "There's nothing at this path.");
  return tail;
}

/** Many clients send an empty object where they have nothing to say. */
function isEmpty(bytes: Uint8Array): boolean {
  return bytes.byteLength === 0 || /^\s*\{\s*\}\s*$/.test(new TextDecoder().decode(bytes));
}
