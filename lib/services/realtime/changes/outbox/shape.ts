/** The first OID of a customer's objects; types with a lower one never change. */
const FIRST_OWN_OID = 16_384;

/** SQL for a number of each column of a relation, in a query of `pg_attribute`; `further` are other facts about it. */
const columnsOf = (relation: string, further = "") => `
    SELECT hash_record_extended(ROW (attrelid, attnum, attname, atttypid, atttypmod, attcollation, attgenerated, ${further}
      CASE WHEN attgenerated <> '' THEN
        (SELECT hashtextextended(adbin::text, 0) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum) END,
      CASE WHEN atttypid >= ${FIRST_OWN_OID} THEN coppice_realtime.shape_of_type(atttypid) END), 0) AS part
    FROM pg_attribute WHERE attrelid = ${relation} AND attnum > 0 AND NOT attisdropped`;

/**
 * SQL for a number that stays the same as long as a relation's columns have the values that were written to them: it
 * is another once a column or a type of one was added, renamed, retyped or dropped.
 */
export const columnShapeOf = (relation: string) => `(SELECT bit_xor(part) FROM (${columnsOf(relation)}) AS columns)`;

/**
 * SQL for a number that stays the same as long as a recorded row means the same and is shown to the same users, in a
 * query of `coppice_realtime.published`. It is another once a column or a type of one was added, renamed, retyped or
 * dropped, a policy, a grant or the audience was changed, and for another relation.
 */
export const SHAPE = `(
  SELECT bit_xor(part) FROM (
    ${columnsOf("relation", "attacl,")}
    UNION ALL SELECT hash_record_extended(ROW (relacl, relrowsecurity, audience), 0) FROM pg_class WHERE oid = relation
    UNION ALL SELECT hash_record_extended(ROW (oid, xmin), 0) FROM pg_policy
    WHERE audience = 'rls' AND polrelid = relation) AS parts)`;

/** The body of a function that returns such a number for a type: its labels, attributes, and the types it is made of. */
export const SHAPE_OF_TYPE = `
  WITH RECURSIVE part AS (
    SELECT shape_of_type.type AS id
    UNION
    SELECT used.id FROM part JOIN pg_type AS t ON t.oid = part.id, LATERAL (
      SELECT unnest(ARRAY[typelem, typbasetype]) AS id
      UNION ALL SELECT rngsubtype FROM pg_range WHERE t.oid IN (rngtypid, rngmultitypid)
      UNION ALL SELECT atttypid FROM pg_attribute WHERE attrelid = typrelid AND attnum > 0 AND NOT attisdropped) AS used
  ), described AS (
    SELECT hash_record_extended(ROW (t.oid, typtype, typbasetype, typtypmod), 0) AS shape
    FROM part JOIN pg_type AS t ON t.oid = part.id
    UNION ALL SELECT hash_record_extended(ROW (pg_enum.oid, enumlabel, enumsortorder), 0)
    FROM part JOIN pg_enum ON enumtypid = part.id
    UNION ALL SELECT hash_record_extended(ROW (attrelid, attnum, attname, atttypid, atttypmod), 0)
    FROM part JOIN pg_type AS t ON t.oid = part.id JOIN pg_attribute ON attrelid = typrelid
    WHERE attnum > 0 AND NOT attisdropped
  ) SELECT bit_xor(shape) FROM described`;
