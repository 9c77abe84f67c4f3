import { basename, dirname } from "node:path";

/** Returns the Unix socket at which a PostgreSQL server of this machine listens beside its port. */
export function serverSocketOf({ socketDirectory, port }: { socketDirectory: string; port: number }): string {
  return `${socketDirectory}/.s.PGSQL.${port}`;
}

/**
 * Returns the connection string by the Unix socket of a server on this machine, which costs both sides about half of a
 * TCP connection's processor time; any other server's string as it is.
 */
export function bySocket(connectionString: string, socket: string | null): string {
  if (socket === null) return connectionString;
  const url = new URL(connectionString);
  const isOfServer = url.hostname === "127.0.0.1" && basename(socket) === `.s.PGSQL.${url.port}`;
  // Node-postgres takes the parameter before the name of the host.
  if (isOfServer) url.searchParams.set("host", dirname(socket));
  return url.href;
}
