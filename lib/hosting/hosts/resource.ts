import { z } from "zod";

export const HOST_STATUSES = ["active", "draining"] as const;

export const SSL_MODES = ["disable", "require", "verify-ca", "verify-full"] as const;

export const HostName = z
  .string()
  .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/, "must be 1 to 63 lower-case letters, digits and inner hyphens");

export interface Host {
  id: string;
  name: string;
  kind: string;
  status: string;
  /** The host name that customers connect to. */
  publicHost: string;
  publicPort: number;
  /** The address of the pooler before the host, for customers; `null` for none. */
  pooledHost: string | null;
  pooledPort: number;
  sslMode: string | null;
  capacity: number;
  /** Whether the file system shares blocks between files, so that a branch is a clone. */
  sharesBlocks: boolean;
  serverVersionNum: number;
  /** ISO 8601, UTC. */
  createdAt: string;
}

interface HostRow extends Omit<Host, "createdAt"> {
  createdAt: Date;
}

export function toHost(row: HostRow): Host {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    publicHost: row.publicHost,
    publicPort: row.publicPort,
    pooledHost: row.pooledHost,
    pooledPort: row.pooledPort,
    sslMode: row.sslMode,
    capacity: row.capacity,
    sharesBlocks: row.sharesBlocks,
    serverVersionNum: row.serverVersionNum,
    createdAt: row.createdAt.toISOString(),
  };
}
