import { originOf } from "./origin-of";

/** Returns the port for content beside that of the service. One that the system chooses has no neighbour. */
export function contentPortBeside(port: number): number {
  return port === 0 || port === 65_535 ? 0 : port + 1;
}

/** Returns the origin of customers' content. On one machine, its name and the address it listens on are two sites. */
export function contentOriginOf(given: string | undefined, url: URL, host: string, port: number): string {
  const address = host === "::1" ? "[::1]" : "127.0.0.1";
  const beside = `http://${url.hostname === address ? "localhost" : address}:${port}`;
  return originOf("COPPICE_CONTENT_URL", given ?? beside).origin;
}
