import { z } from "zod";

/** 1 to 64 code points after trimming, without control characters. */
export const OrganisationName = z
  .string()
  .trim()
  .refine((name) => name !== "" && [...name].length <= 64 && !/\p{Cc}/u.test(name), {
    message: "must be 1 to 64 characters without control characters",
  });

export const HOST_KINDS = ["shared", "dedicated"] as const;

export interface Organisation {
  id: string;
  name: string;
  plan: string;
  hostKind: string;
  managementApi: boolean;
  /** ISO 8601, UTC. */
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
