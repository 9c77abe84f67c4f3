"use client";

import type { DatabaseWithOrigin } from "@/lib/hosting/databases/resource";
import { useFound } from "./use-found";

export interface NamedDatabase extends Pick<DatabaseWithOrigin, "id" | "name" | "parentName"> {
  /** The number of databases of the list that it is a branch of. */
  depth: number;
}

/**
 * Returns at most fifty databases of an organisation whose names contain `name`; the newest ones for an empty `name`,
 * and none without `organisationId`.
 */
export function useDatabases(organisationId: string | null, name: string): readonly NamedDatabase[] {
  return useFound(organisationId && `/dashboard/${organisationId}/databases/search`, name);
}
