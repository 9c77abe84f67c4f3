/** Returns whether a host name, with or without the brackets of an IPv6 address, means this machine (RFC 6761, 6.3). */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return /^(127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
}
