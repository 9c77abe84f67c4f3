import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { getDatabaseWithParent } from "@/lib/hosting/databases/get-with-parent";
import type { DatabaseWithParent } from "@/lib/hosting/databases/resource";
import { type CurrentMember, requireMember } from "./current-member";

export interface CurrentDatabase extends CurrentMember {
  database: DatabaseWithParent;
}

/** Returns the database of the page, or `null` when the organisation has none of this id; reads it once in a request. */
export const findDatabase = cache(
  async (organisationId: string, databaseId: string): Promise<DatabaseWithParent | null> => {
    const { ctx } = await requireMember(organisationId);
    try {
      return await getDatabaseWithParent(ctx, { databaseId });
    } catch (error) {
      if (error instanceof ServiceError && ERRORS[error.code].status === 404) return null;
      throw error;
    }
  },
);

/** Shows strangers the not-found page. */
export async function requireDatabase(organisationId: string, databaseId: string): Promise<CurrentDatabase> {
  const current = await requireMember(organisationId);
  const database = await findDatabase(organisationId, databaseId);
  if (!database) notFound();
  return { ...current, database };
}
