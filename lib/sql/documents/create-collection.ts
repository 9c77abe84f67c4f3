import type { z } from "zod";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { changeCollections } from "./change";
import { collectionTable, DOCUMENTS_SCHEMA } from "./collection";
import { CollectionName } from "./collection-name";

export const CreateCollectionInput = DatabaseInput.extend({ name: CollectionName });
type CreateCollectionInput = z.infer<typeof CreateCollectionInput>;

/** Makes a collection: a table that programs can use by plain SQL. Throws `conflict` when a table has the name. */
export function createCollection(ctx: Context, { databaseId, name }: CreateCollectionInput): Promise<{ name: string }> {
  return changeCollections(ctx, { databaseId }, async (session, organisationId) => {
    await session.query(`CREATE SCHEMA IF NOT EXISTS ${DOCUMENTS_SCHEMA}`);
    await session.query(
      `CREATE TABLE ${collectionTable(name)} (
         id uuid PRIMARY KEY DEFAULT uuidv7(),
         document jsonb NOT NULL,
         created_at timestamptz NOT NULL DEFAULT now(),
         updated_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    await session.query(`CREATE INDEX ON ${collectionTable(name)} USING gin (document jsonb_path_ops)`);
    await recordAudit(ctx, { organisationId, action: "collection.create", targetId: databaseId, data: { name } });
    return { name };
  });
}
