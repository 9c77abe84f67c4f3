import "server-only";
import { cache } from "react";
import type { z } from "zod";
import { getDatabase } from "@/lib/hosting/databases/get";
import type { Database } from "@/lib/hosting/databases/resource";
import { type CurrentMember, requireMember } from "./current-member";
import { orNotFound } from "./or-not-found";

export interface CurrentDatabase extends CurrentMember {
  database: z.infer<typeof Database>;
}

/** Shows strangers the not-found page, and reads the database only once in a request. */
export const requireDatabase = cache(async (organisationId: string, databaseId: string): Promise<CurrentDatabase> => {
  const current = await requireMember(organisationId);
  return { ...current, database: await orNotFound(() => getDatabase(current.ctx, { databaseId })) };
});
