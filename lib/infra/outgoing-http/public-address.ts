import ipaddr from "ipaddr.js";

/** Azure answers here from inside its machines, at an address that looks public. */
const INSIDE = new Set(["168.63.129.16"]);
/** Global unicast (RFC 4291, 2.4): everything else of IPv6 is special, local or not given out. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Returns whether an address belongs to the public internet, in whichever form an IPv4 address is written in IPv6. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast" || INSIDE.has(address.toString())) return false;
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST);
}

/** Returns whether an address means this machine. */
export function isLoopbackAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === "loopback";
}
