import type { z } from "zod";
import type { DraftContext } from "./context";
import { type Drafted, makeDraft } from "./make-draft";
import { readSchema, type SchemaDraft } from "./read-schema";
import type { GenerateSchemaInput } from "./resource";

const SYSTEM = `You write PostgreSQL 18 schemas. Answer with one block of SQL and nothing else.
Allowed: CREATE TABLE, TYPE, INDEX, VIEW, POLICY, FUNCTION (sql or plpgsql), TRIGGER, SCHEMA; ALTER TABLE with ADD or ENABLE ROW LEVEL SECURITY; COMMENT; GRANT.
Never: DROP, TRUNCATE, COPY, DO, extensions, roles, SECURITY DEFINER.
Give every table a primary key, foreign keys and the indexes that they need.`;

/** Returns a draft of a schema, which is never run. Throws the errors of `makeDraft`. */
export function generateSchema(
  ctx: DraftContext,
  { projectId, prompt }: z.infer<typeof GenerateSchemaInput> & { projectId: string },
): Promise<Drafted<SchemaDraft>> {
  return makeDraft(ctx, { projectId, system: SYSTEM, parts: { request: prompt }, read: readSchema });
}
