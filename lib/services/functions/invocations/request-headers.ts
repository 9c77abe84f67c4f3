/** A function doesn't need them to know its caller, and must not be able to act for them. */
const CREDENTIALS: ReadonlySet<string> = new Set(["authorization", "cookie", "proxy-authorization"]);
/**
 * The names that proxies and networks have for the header that tells an address. A caller can make up all of them but
 * the header that the operator's proxy sets, whose value `caller()` has.
 */
const ADDRESS =
  /(?:^|-)(?:forwarded(?:-for)?|external-address|connection-address|(?:client|real|connecting|remote|source|src|socket|user)-?(?:ip(?:v6)?|addr))$/;

/** Returns whether a function gets a header of a request, whose name is in lower case. */
export function isForFunction(name: string): boolean {
  return !CREDENTIALS.has(name) && !ADDRESS.test(name) && !name.startsWith("x-coppice-");
}
