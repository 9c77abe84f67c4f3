import { oneLineName } from "@/lib/core/names";
import { byteLimitsOf } from "@/lib/core/plans";

export const OrganisationName = oneLineName(64).meta({
  form: { label: "Name", maxLength: 64, fault: "Enter a name of 1 to 64 characters." },
});

export const HOST_KINDS = ["shared", "dedicated"] as const;

export interface Organisation {
  id: string;
  name: string;
  plan: string;
  hostKind: string;
  managementApi: boolean;
  functions: boolean;
  /** The size that one database may reach, and that of all undo rows and restore points together. */
  databaseBytes: number;
  keptBytes: number;
  /** Whether the operator has set them in place of the plan's. */
  hasOwnDatabaseBytes: boolean;
  hasOwnKeptBytes: boolean;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

interface OrganisationRow {
  id: string;
  name: string;
  plan: string;
  hostKind: string;
  managementApi: boolean;
  functions: boolean;
  databaseBytes: bigint | null;
  keptBytes: bigint | null;
  createdAt: Date;
}

export function toOrganisation(row: OrganisationRow): Organisation {
  const { databaseBytes, keptBytes } = byteLimitsOf(row);
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    hostKind: row.hostKind,
    managementApi: row.managementApi,
    functions: row.functions,
    databaseBytes: Number(databaseBytes),
    keptBytes: Number(keptBytes),
    hasOwnDatabaseBytes: row.databaseBytes !== null,
    hasOwnKeptBytes: row.keptBytes !== null,
    createdAt: row.createdAt.toISOString(),
  };
}
