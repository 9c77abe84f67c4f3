import { oneLineName } from "@/lib/core/names";

export const OrganisationName = oneLineName(64);

export const HOST_KINDS = ["shared", "dedicated"] as const;

export interface Organisation {
  id: string;
  name: string;
  plan: string;
  hostKind: string;
  managementApi: boolean;
  /** The time is ISO 8601, UTC. */
  createdAt: string;
}

interface OrganisationRow {
  id: string;
  name: string;
  plan: string;
  hostKind: string;
  managementApi: boolean;
  createdAt: Date;
}

export function toOrganisation(row: OrganisationRow): Organisation {
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    hostKind: row.hostKind,
    managementApi: row.managementApi,
    createdAt: row.createdAt.toISOString(),
  };
}
