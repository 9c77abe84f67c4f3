import type { HeaderFields } from "@/lib/core/ports/function-runtime";

/** What would hold for the whole site, or is said by the service itself. */
const WITHHELD: ReadonlySet<string> = new Set([
  ...["set-cookie", "service-worker-allowed", "clear-site-data", "strict-transport-security", "alt-svc"],
  ...["nel", "report-to", "reporting-endpoints", "public-key-pins", "content-security-policy", "origin-agent-cluster"],
  ...["content-security-policy-report-only", "x-content-type-options", "cross-origin-resource-policy", "x-request-id"],
  ...["connection", "keep-alive", "proxy-authenticate", "te", "trailer", "transfer-encoding", "upgrade"],
]);
const INVOCATION_HEADER = "x-coppice-invocation";

/** Where an answer is read: through the API, whose own rules say which pages may, or at the function's web address. */
export type Door = "api" | "web";

const POLICIES: Record<Door, string> = {
  api: "sandbox",
  web: "sandbox allow-scripts allow-forms allow-popups",
};

/** Returns the header fields of a function's answer that leave the service, with those that keep pages apart. */
export function answerHeaders(given: HeaderFields, door: Door): [name: string, value: string][] {
  const headers: [string, string][] = [];
  for (const [name, value] of given) {
    if (WITHHELD.has(name)) continue;
    if (name.startsWith("x-coppice-") && name !== INVOCATION_HEADER) continue;
    if (door === "api" && name.startsWith("access-control-")) continue;
    headers.push([name, value]);
  }
  headers.push(
    ["x-content-type-options", "nosniff"],
    ["content-security-policy", POLICIES[door]],
    ["cross-origin-resource-policy", "cross-origin"],
  );
  return headers;
}
