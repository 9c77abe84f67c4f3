import "server-only";
import { notFound } from "next/navigation";
import { cache } from "react";
import { getDatabaseWithParent } from "@/lib/hosting/databases/get-with-parent";
import type { DatabaseWithParent } from "@/lib/hosting/databases/resource";
import { bindTo } from "./bind-to";
import { requireMember } from "./current-member";
import { pagesOf } from "./define-page";
import { orNull } from "./or-not-found";
import { placeAddress } from "./place-address";

/** Returns the database of the page, or `null` when the organisation has none of this id; reads it once in a request. */
export const findDatabase = cache(
  async (organisationId: string, databaseId: string): Promise<DatabaseWithParent | null> => {
    const { ctx } = await requireMember(organisationId);
    return orNull(() => getDatabaseWithParent(ctx, { databaseId }));
  },
);

export interface DatabasePlace {
  organisationId: string;
  databaseId: string;
}

export type CurrentDatabase = Awaited<ReturnType<typeof enterDatabase>>;

/** Shows strangers the not-found page. */
export async function enterDatabase({ organisationId, databaseId }: DatabasePlace) {
  const current = await requireMember(organisationId);
  const database = (await findDatabase(organisationId, databaseId)) ?? notFound();
  const home = placeAddress({ organisationId, databaseId });
  return { ...current, database, here: bindTo(organisationId, databaseId), home };
}

/** Defines a page of a database. */
export const databasePage = pagesOf(enterDatabase);
