import { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { changeCollections } from "./change";
import { collectionTable, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { checkAgainstSchema } from "./json-schema";

export const SetJsonSchemaInput = CollectionInput.extend({
  /** The JSON Schema; `null` or a blank text removes it. */
  jsonSchema: z
    .string()
    .max(100_000)
    .nullable()
    .transform((text) => (text?.trim() ? text : null)),
});
type SetJsonSchemaInput = z.output<typeof SetJsonSchemaInput>;

/**
 * Sets the JSON Schema that documents saved in the dashboard must match. It is kept as the comment of the column, so
 * that dumps and branches have it. Throws `not_found`, and `invalid_request` for a value that is no schema.
 */
export async function setJsonSchema(ctx: Context, input: SetJsonSchemaInput): Promise<void> {
  const { organisationId } = requirePermission(ctx.actor, "data:write");
  const { jsonSchema } = input;
  if (jsonSchema !== null) await checkAgainstSchema({ organisationId, jsonSchema });
  await changeCollections(ctx, input, async (session) => {
    const { name } = await getCollection(session, input.collection);
    // COMMENT takes no parameters; the server quotes the text.
    const { rows } = await session.query("SELECT coalesce(quote_literal($1::text), 'NULL')", [input.jsonSchema]);
    await session.query(`COMMENT ON COLUMN ${collectionTable(name)}.document IS ${rows[0]?.[0] ?? "NULL"}`);
    await recordAudit(ctx, {
      organisationId,
      action: "collection.set_schema",
      targetId: input.databaseId,
      data: { name, isRemoved: input.jsonSchema === null },
    });
  });
}
