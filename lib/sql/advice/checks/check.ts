import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { IS_SERVICE_SCHEMA } from "@/lib/sql/tables/service-schema";
import type { AdviceKind, Finding } from "../resource";

/** The most findings of each kind that are listed. */
export const MAX_FINDINGS = 20;
/** A longer statement is not offered: names have 63 bytes, but there may be many of them. */
const MAX_SQL = 4_000;
const MAX_DETAIL = 300;

export interface Found {
  /** One more than are listed, where there are more. */
  findings: Finding[];
  /** The objects that were left out, where not all were looked at. */
  unchecked?: string;
}

export interface Check {
  kind: AdviceKind;
  /** `users` is the oid of the role of the app's users, or `0` for PUBLIC where there is none yet. */
  find: (session: CustomerSession, users: string) => Promise<Found>;
}

/** Objects that are the customer's: neither PostgreSQL's nor the service's. */
export const OWN = `NOT ${IS_SERVICE_SCHEMA} AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_'`;

export const notOfExtension = (catalog: "pg_class" | "pg_proc", oid: string) =>
  `NOT EXISTS (SELECT FROM pg_depend AS e WHERE e.classid = '${catalog}'::regclass AND e.objid = ${oid} AND e.deptype = 'e')`;

/** Tables of the customer's, as `c` in the schema `n`. */
export const TABLES = `pg_class AS c JOIN pg_namespace AS n
  ON n.oid = c.relnamespace AND ${OWN} AND ${notOfExtension("pg_class", "c.oid")}`;

export const NAME = "format('%I.%I', n.nspname, c.relname)";
const EMPTY = { detail: "NULL::text", figure: "NULL::float8", sql: "NULL::text" };

interface Columns {
  object?: string;
  detail?: string;
  /** The findings with the greatest come first. */
  figure?: string;
  sql?: string;
  /** SQL for schema and name of the table. */
  table?: [schema: string, name: string];
}

/** Returns the list of columns that `bySql` reads. */
export function columns(given: Columns): string {
  const { object = NAME, detail, figure, sql, table } = { ...EMPTY, ...given };
  const [schema, name] = table ?? ["n.nspname", "c.relname"];
  return `${object} AS object, ${schema}::text AS schema, ${name}::text AS "table", ${detail} AS detail,
    ${figure} AS figure, ${sql} AS sql`;
}

interface FoundRow {
  object: string;
  schema: string | null;
  table: string | null;
  detail: string | null;
  figure: number | null;
  sql: string | null;
}

interface Options {
  /** Whether `$1` is the role of the app's users. */
  isAboutUsers?: boolean;
  /** Words for the figure, in the place of `detail`. */
  detailOf?: (figure: number) => string;
}

/** A check that is one query, whose columns are those of `columns`. */
export function bySql(kind: AdviceKind, query: string, { isAboutUsers = false, detailOf }: Options = {}): Check {
  const text = `SELECT json_build_object('object', left(object, ${MAX_DETAIL}), 'schema', schema, 'table', "table",
      'detail', left(detail, ${MAX_DETAIL}), 'figure', figure, 'sql', CASE WHEN length(sql) <= ${MAX_SQL} THEN sql END)::text
    FROM (${query}) AS found ORDER BY figure DESC NULLS LAST, object LIMIT ${MAX_FINDINGS + 1}`;
  return {
    kind,
    find: async (session, users) => {
      const { rows } = await session.query(text, isAboutUsers ? [users] : []);
      return { findings: rows.map(([json]) => findingOf(JSON.parse(json ?? "null"), detailOf)) };
    },
  };
}

function findingOf({ object, schema, table, detail, figure, sql }: FoundRow, detailOf: Options["detailOf"]): Finding {
  return {
    object,
    table: schema === null || table === null ? null : { schema, name: table },
    detail: detailOf && figure !== null ? detailOf(figure) : detail,
    sql,
  };
}
