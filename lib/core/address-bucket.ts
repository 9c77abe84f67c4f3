import ipaddr from "ipaddr.js";

/** All clients share this bucket in development, where no ingress proxy names their addresses. */
const UNKNOWN_ADDRESS = "direct";
const NETWORK_BITS = 64;

/** Returns the key that an address is counted under. One subscriber commonly has a whole /64 of IPv6. */
export function addressBucket(address: string | null): string {
  if (address === null) return UNKNOWN_ADDRESS;
  const parsed = ipaddr.parse(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${NETWORK_BITS}`).toString();
}
