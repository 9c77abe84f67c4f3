import type pg from "pg";

/** The names of Postgres' own types, which never change, by `oid:modifier`. */
const builtIn = new Map<string, string>();
const FIRST_OWN_OID = 16_384;

type Query = (text: string, values: string[]) => Promise<{ rows: (string | null)[][] }>;
type Field = Pick<pg.FieldDef, "dataTypeID" | "dataTypeModifier">;

/** Finds the names of the types of a result's columns, as `format_type` writes them. */
export class TypeNames {
  readonly #own = new Map<string, string>();

  async of(fields: readonly Field[], query: Query): Promise<string[]> {
    const missing = new Map(fields.filter((field) => !this.#find(field)).map((field) => [keyOf(field), field]));
    if (missing.size > 0) await this.#look([...missing.values()], query);
    return fields.map((field) => this.#find(field) ?? String(field.dataTypeID));
  }

  async #look(fields: readonly Field[], query: Query): Promise<void> {
    const { rows } = await query(
      `SELECT pg_catalog.format_type(o, m)
       FROM ROWS FROM (pg_catalog.unnest($1::pg_catalog.oid[]), pg_catalog.unnest($2::pg_catalog.int4[])) AS t(o, m)`,
      [arrayOf(fields.map((field) => field.dataTypeID)), arrayOf(fields.map((field) => field.dataTypeModifier))],
    );
    fields.forEach((field, index) => {
      const names = field.dataTypeID < FIRST_OWN_OID ? builtIn : this.#own;
      names.set(keyOf(field), rows[index]?.[0] ?? String(field.dataTypeID));
    });
  }

  #find(field: Field): string | undefined {
    return builtIn.get(keyOf(field)) ?? this.#own.get(keyOf(field));
  }
}

function keyOf({ dataTypeID, dataTypeModifier }: Field): string {
  return `${dataTypeID}:${dataTypeModifier}`;
}

function arrayOf(numbers: readonly number[]): string {
  return `{${numbers.join(",")}}`;
}
