import { bySql, type Check, columns, notOfExtension, OWN } from "./check";

/** Reading a sequence locks it until the end of the transaction, and the locks are shared by the whole host. */
const MAX_SEQUENCES = 1_000;
/** No app gets to the end of more numbers. */
const ENDLESS = 2 ** 53;
const NOTABLE_SHARE = 0.8;

/** The columns that take their numbers from a sequence: those that it belongs to, and those whose default uses it. */
const COLUMNS = `
  SELECT d.objid AS sequence, d.refobjid AS relation, d.refobjsubid AS number FROM pg_depend AS d
  WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass AND d.refobjsubid > 0
    AND d.deptype IN ('a', 'i')
  UNION
  SELECT d.refobjid, e.adrelid, e.adnum FROM pg_depend AS d JOIN pg_attrdef AS e ON e.oid = d.objid
  WHERE d.classid = 'pg_attrdef'::regclass AND d.refclassid = 'pg_class'::regclass`;

/** The sequences that count up to an end, with the end of the smallest column that takes their numbers. */
const ENDING = `
  SELECT s.seqrelid, s.seqmin, t.relation, t.widened,
    least(s.seqmax, t.most) AS most
  FROM pg_sequence AS s LEFT JOIN (
    SELECT k.sequence, min(k.relation::bigint)::oid AS relation,
      min(CASE a.atttypid WHEN 'int2'::regtype THEN 32767 WHEN 'int4'::regtype THEN 2147483647 END)::bigint AS most,
      string_agg(format('ALTER TABLE %s ALTER COLUMN %I TYPE bigint; ', k.relation::regclass, a.attname), '')
        FILTER (WHERE a.atttypid IN ('int2'::regtype, 'int4'::regtype)) AS widened
    FROM (${COLUMNS}) AS k JOIN pg_attribute AS a ON a.attrelid = k.relation AND a.attnum = k.number
    GROUP BY k.sequence
  ) AS t ON t.sequence = s.seqrelid
  WHERE NOT s.seqcycle AND s.seqincrement > 0 AND least(s.seqmax, t.most) <= ${ENDLESS}`;

const SHARE = "(pg_sequence_last_value(q.seqrelid)::float8 - q.seqmin) / greatest(q.most - q.seqmin, 1)";

const check = bySql(
  "numbers-run-out",
  `SELECT * FROM (
     SELECT ${columns({
       figure: SHARE,
       table: ["tn.nspname", "t.relname"],
       sql: `coalesce(q.widened, '') || format('ALTER SEQUENCE %I.%I AS bigint MAXVALUE 9223372036854775807;', n.nspname, c.relname)`,
     })}
     FROM (${ENDING} ORDER BY most, s.seqrelid LIMIT ${MAX_SEQUENCES}) AS q
       JOIN pg_class AS c ON c.oid = q.seqrelid
       JOIN pg_namespace AS n ON n.oid = c.relnamespace AND ${OWN} AND ${notOfExtension("pg_class", "c.oid")}
       LEFT JOIN pg_class AS t ON t.oid = q.relation LEFT JOIN pg_namespace AS tn ON tn.oid = t.relnamespace
   ) AS sequence WHERE figure >= ${NOTABLE_SHARE}`,
  { detailOf: (share) => `${Math.floor(share * 100)} % used` },
);

export const SEQUENCE_CHECK: Check = {
  kind: check.kind,
  find: async (session, users) => {
    const found = await check.find(session, users);
    const { rows } = await session.query(`SELECT count(*) > ${MAX_SEQUENCES} FROM (${ENDING}) AS q`);
    return rows[0]?.[0] === "t" ? { ...found, unchecked: "sequences beyond the first 1,000" } : found;
  },
};
