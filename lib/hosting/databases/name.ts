import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import { oneLineName } from "@/lib/core/names";

/** The longest name, in Unicode code points. */
export const MAX_NAME_LENGTH = 40;

/** The name of a database. It is only data: the Postgres database has the id as its name. Refused as `invalid_name`. */
export const DatabaseName = oneLineName(MAX_NAME_LENGTH).meta({
  errorCode: "invalid_name",
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  example: "orders",
  form: {
    label: "Name",
    note: "Up to 40 characters, unique in the organisation.",
    fault: "Enter a name of 1 to 40 characters.",
  },
});

export const NamedInput = z.strictObject({ name: DatabaseName });

export const DatabaseInput = z.object({ databaseId: DatabaseId });
