import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import type { Environment } from "@/lib/core/env";
import { isLoopback } from "@/lib/core/loopback";

/**
 * Returns a sentence for a machine whose `localhost` is not the loopback address that the service listens on: browsers
 * try both, and other programs reach nothing there.
 */
export function adviceOnLocalhost(
  { host, url }: Pick<Environment, "host" | "url">,
  addresses: readonly string[],
): string | null {
  const [address] = addresses;
  if (new URL(url).hostname !== "localhost" || isIP(host) === 0 || !isLoopback(host)) return null;
  if (address === undefined || addresses.includes(host)) return null;
  return `On this machine localhost is ${address}, and HOST is ${host}, so ${url} doesn't open in every program. Set HOST to ${address}, or COPPICE_URL.`;
}

/** Returns the addresses that `localhost` has for programs of this machine; none where it has no such name. */
export async function addressesOfLocalhost(): Promise<string[]> {
  const found = await lookup("localhost", { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
