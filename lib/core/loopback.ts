/** Returns whether a host name means this machine (RFC 6761, 6.3); an IPv6 address may have brackets. */
export function isLoopback(hostname: string): boolean {
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true;
  return /^(127(\.\d{1,3}){3}|\[::1\]|::1)$/.test(hostname);
}
