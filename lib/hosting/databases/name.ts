import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { oneLineName } from "@/lib/core/names";

/** In Unicode code points. */
export const MAX_NAME_LENGTH = 40;

/** A name is only ever data: the Postgres database is called by its id. Refused as `invalid_name`. */
export const DatabaseName = oneLineName(MAX_NAME_LENGTH).meta({
  errorCode: "invalid_name",
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  example: "orders",
});

export const NamedInput = z.strictObject({ name: DatabaseName });

/** What a verb takes that concerns one database and nothing else. */
export const DatabaseInput = z.object({ databaseId: DatabaseId });
