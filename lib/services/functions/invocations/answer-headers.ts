import type { HeaderFields } from "@/lib/core/ports/function-runtime";
import { isPassed } from "./answer-fields";

/** These are said by the service itself, regardless of the operator's list. */
const OWN: ReadonlySet<string> = new Set(["x-content-type-options", "x-request-id"]);
const INVOCATION_HEADER = "x-coppice-invocation";
/** Names the headers that were left out. */
const WITHHELD_HEADER = "x-coppice-withheld";
const MOST_NAMED = 20;

/** Which pages may read an answer is a function's to say at its web address. */
const CORS: ReadonlySet<string> = new Set(
  ["origin", "credentials", "headers", "methods", "private-network"]
    .map((what) => `access-control-allow-${what}`)
    .concat("access-control-expose-headers", "access-control-max-age"),
);

/**
 * The place at which an answer is read: the API, whose own rules say which pages may, or the function's web address.
 */
export type Door = "api" | "web";

const POLICIES: Record<Door, string> = {
  api: "sandbox",
  web: "sandbox allow-scripts allow-forms allow-popups",
};

/**
 * Returns the header fields of a function's answer that leave the service, with those that keep pages apart. `more` are
 * names that the operator lets pass besides.
 */
export function answerHeaders(
  given: HeaderFields,
  door: Door,
  more: readonly string[],
): [name: string, value: string][] {
  const headers: [string, string][] = [];
  const withheld = new Set<string>();
  for (const [name, value] of given) {
    if (isSent(name, door, more)) headers.push([name, value]);
    else withheld.add(name);
  }
  if (withheld.size > 0) headers.push([WITHHELD_HEADER, [...withheld].slice(0, MOST_NAMED).join(", ")]);
  headers.push(
    ["x-content-type-options", "nosniff"],
    ["content-security-policy", POLICIES[door]],
    ["cross-origin-resource-policy", "cross-origin"],
  );
  return headers;
}

function isSent(name: string, door: Door, more: readonly string[]): boolean {
  if (name.startsWith("access-control-")) return door === "web" && CORS.has(name);
  if (OWN.has(name) || (name.startsWith("x-coppice-") && name !== INVOCATION_HEADER)) return false;
  return isPassed(name, more);
}
