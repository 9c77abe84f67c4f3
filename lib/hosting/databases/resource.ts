import { z } from "zod";
import type { Person } from "@/lib/people/members/resource";

export const DatabaseStatus = z.enum(["provisioning", "ready", "failed"]);
export const HostKind = z.enum(["shared", "dedicated"]);

const Timestamp = z.iso.datetime({ precision: 3 }).meta({ example: "2026-03-01T09:30:00.000Z" });
const DatabaseId = z
  .string()
  .regex(/^db_[0-9a-z]{20}$/)
  .meta({ example: "db_4k9x2m7q1w8e5r3t6y0u" });

export const Database = z
  .object({
    id: DatabaseId,
    name: z.string().meta({ example: "orders" }),
    status: DatabaseStatus,
    failureReason: z.string().nullable().meta({ example: null }),
    hostKind: HostKind,
    createdAt: Timestamp,
  })
  .meta({ id: "Database" });

export const DatabaseList = z.object({ items: z.array(Database) }).meta({ id: "DatabaseList" });

const BranchOrigin = {
  parentDatabaseId: DatabaseId,
  parentName: z.string().meta({ example: "orders" }),
  branchedAt: Timestamp,
  branchMethod: z.enum(["sameClusterClone"]),
};

export const Branch = Database.extend(BranchOrigin).meta({ id: "Branch" });
export const BranchList = z.object({ items: z.array(Branch) }).meta({ id: "BranchList" });

export const CreatedBranch = z
  .object({
    branch: z.object({ id: DatabaseId, name: z.string().meta({ example: "orders-test" }), ...BranchOrigin }),
    fileCopyMethod: z.enum(["clone", "copy"]),
    cloneMilliseconds: z.int().nonnegative().meta({ example: 148 }),
    terminatedBackends: z.int().nonnegative().meta({ example: 2 }),
  })
  .meta({ id: "CreatedBranch" });

export const DeletedDatabase = z
  .object({ deleted: z.literal(true), id: DatabaseId, name: z.string().meta({ example: "orders" }) })
  .meta({ id: "DeletedDatabase" });

export const ConnectionString = z
  .object({
    connectionString: z.string().meta({
      example: "postgresql://db_4k9x2m7q1w8e5r3t6y0u:…@db.example.com:5432/db_4k9x2m7q1w8e5r3t6y0u?sslmode=require",
    }),
    /** The URL by way of the host's pooler; not there for a host that has none. */
    pooledConnectionString: z.string().optional().meta({
      example: "postgresql://sh_7c1v5b9n3m2a8s4d6f0g:…@db.example.com:6432/db_4k9x2m7q1w8e5r3t6y0u?sslmode=require",
    }),
  })
  .meta({ id: "ConnectionString" });

export const RotatedCredential = ConnectionString.extend({
  terminatedConnections: z.int().nonnegative().meta({ example: 3 }),
}).meta({ id: "RotatedCredential" });

export const DATABASE_COLUMNS = {
  id: true,
  name: true,
  status: true,
  failureReason: true,
  hostKind: true,
  createdAt: true,
} as const;

export const BRANCH_COLUMNS = {
  ...DATABASE_COLUMNS,
  parentDatabaseId: true,
  parentName: true,
  branchedAt: true,
  branchMethod: true,
} as const;

interface DatabaseRow {
  id: string;
  name: string;
  status: string;
  failureReason: string | null;
  hostKind: string;
  createdAt: Date;
}

interface BranchRow extends DatabaseRow {
  parentDatabaseId: string | null;
  parentName: string | null;
  branchedAt: Date | null;
  branchMethod: string | null;
}

export function toDatabase(row: DatabaseRow): z.infer<typeof Database> {
  return {
    id: row.id,
    name: row.name,
    status: row.status as z.infer<typeof DatabaseStatus>,
    failureReason: row.failureReason,
    hostKind: row.hostKind as z.infer<typeof HostKind>,
    createdAt: row.createdAt.toISOString(),
  };
}

export function toBranch(row: BranchRow): z.infer<typeof Branch> {
  if (row.parentDatabaseId === null || row.parentName === null || row.branchedAt === null) {
    throw new TypeError(`${row.id} is not a branch`);
  }
  return {
    ...toDatabase(row),
    parentDatabaseId: row.parentDatabaseId,
    parentName: row.parentName,
    branchedAt: row.branchedAt.toISOString(),
    branchMethod: "sameClusterClone",
  };
}

export interface DatabaseWithOrigin extends z.infer<typeof Database> {
  /** The name of the database it was branched from; `null` for one that is no branch. */
  parentName: string | null;
  /** The id of the parent, kept after the parent is gone. */
  parentDatabaseId: string | null;
}

export interface ListedDatabase extends DatabaseWithOrigin {
  /** The size on disk in bytes and the connections when it was last sampled; `null` before the first time. */
  sizeBytes: number | null;
  connections: number | null;
  /** When somebody last had it work, ISO 8601, UTC; `null` where nobody has yet. */
  lastActiveAt: string | null;
  /** The member who created it, or whose key did; `null` for the operator and former members. */
  createdBy: Person | null;
}

export interface DatabaseWithParent extends DatabaseWithOrigin {
  /** The database that it is a branch of; `null` for no branch, and once that database was deleted. */
  parent: { id: string; name: string } | null;
}

/** The steps of the first hour with a database that records tell of. */
export interface FirstSteps {
  /** Whether somebody was given the means to connect. */
  isConnected: boolean;
  /** Whether the organisation has an API key. */
  hasKey: boolean;
  /** Whether the organisation has a project of the sign-in service. */
  hasProject: boolean;
}
