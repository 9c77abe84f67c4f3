import "server-only";
import { Resolver } from "node:dns/promises";
import type { TxtResolver } from "@/lib/core/ports/txt-resolver";

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** The DNS codes for a name without such a record, which is a result and no failure. */
const ABSENT = new Set(["ENOTFOUND", "ENODATA"]);

/** Makes a resolver that asks these name servers (`address` or `address:port`), by default those of the machine. */
export function createTxtResolver(servers: readonly string[] | null): TxtResolver {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers !== null) resolver.setServers(servers);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((strings) => strings.join(""));
    } catch (error) {
      if (error instanceof Error && "code" in error && ABSENT.has(String(error.code))) return [];
      throw error;
    }
  };
}
