import { ServiceError } from "@/lib/core/errors";

/** The fields that speak of one connection alone (RFC 9110 section 7.6.1). */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade"]);

/** Leaves out the fields that don't hold for the next connection. Names and values alternate, as in `rawHeaders`. */
export function withoutHopByHop(rawHeaders: readonly string[]): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    if (!HOP_BY_HOP.has(name.toLowerCase())) kept.push(name, rawHeaders[index + 1] ?? "");
  }
  return kept;
}

/** Returns the answer while the process that should take a request or a connection is away. */
export function otherProcessAway(what: "request" | "connection", cause: Error): ServiceError {
  const message = `The service can't take this ${what} right now. Try again in a moment.`;
  return new ServiceError("service_unavailable", message, { retryAfterSeconds: 1, cause });
}
