import { parser } from "@/lib/sql/grammar/parser";
import { isRecord, namesOf } from "@/lib/sql/grammar/tree";
import type { Finding } from "../resource";
import { type Check, MAX_FINDINGS, NAME, TABLES } from "./check";

const MAX_POLICIES = 500;
const MAX_EXPRESSION = 2_000;

interface Policy {
  object: string;
  schema: string;
  table: string;
  policy: string;
  start: string;
  using: string | null;
  check: string | null;
}

const POLICIES = `
  SELECT json_build_object('object', ${NAME}, 'schema', n.nspname, 'table', c.relname, 'policy', quote_ident(p.polname),
    'start', format('ALTER POLICY %I ON %s', p.polname, ${NAME}), 'using', e.using, 'check', e.check)::text
  FROM pg_policy AS p JOIN ${TABLES} ON c.oid = p.polrelid, LATERAL (
    SELECT pg_get_expr(p.polqual, p.polrelid) AS using, pg_get_expr(p.polwithcheck, p.polrelid) AS check) AS e
  WHERE c.relrowsecurity AND concat(e.using, e.check) ~ 'current_setting\\(|\\.[^.]+\\(\\)'
    AND length(concat(e.using, e.check)) <= ${MAX_EXPRESSION}
  ORDER BY 1 LIMIT ${MAX_POLICIES + 1}`;

/** Policies that work the same result out for each row. PostgreSQL's own text of a policy names every function whole. */
export const ROW_POLICY_CHECK: Check = {
  kind: "policy-runs-a-function-for-each-row",
  find: async (session) => {
    const { rows } = await session.query(POLICIES);
    const findings: Finding[] = [];
    for (const [json] of rows.slice(0, MAX_POLICIES)) {
      if (findings.length > MAX_FINDINGS) break;
      const finding = await findingOf(JSON.parse(json ?? "null"));
      if (finding) findings.push(finding);
    }
    return { findings, ...(rows.length > MAX_POLICIES && { unchecked: "policies beyond the first 500" }) };
  },
};

async function findingOf({ object, schema, table, policy, start, using, check }: Policy): Promise<Finding | null> {
  const [better, betterCheck] = [await withSubqueries(using), await withSubqueries(check)];
  if (better === null && betterCheck === null) return null;
  const parts = [better && ` USING (${better})`, betterCheck && ` WITH CHECK (${betterCheck})`];
  return {
    object,
    table: { schema, name: table },
    detail: `policy ${policy}`,
    sql: `${start}${parts.filter((part) => part !== null).join("")};`,
  };
}

const START = "SELECT ";
const [OPENS, CLOSES] = [40, 41];

/** Returns an expression with each call that is the same for every row in a subquery; `null` where there is none. */
export async function withSubqueries(expression: string | null): Promise<string | null> {
  if (expression === null) return null;
  const text = START + expression;
  try {
    const places = callsIn(await parser.parse(text));
    if (places.length === 0) return null;
    const tokens = await parser.scan(text);
    let bytes = Buffer.from(text);
    for (const from of places.sort((one, other) => other - one)) {
      const to = endOfCall(tokens, from);
      const call = bytes.subarray(from, to);
      bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(`(SELECT ${call})`), bytes.subarray(to)]);
    }
    return bytes.toString().slice(START.length);
  } catch {
    // A text that our grammar does not read is left as it is.
    return null;
  }
}

/** Returns the places, in bytes, of the calls that stand in no subquery of their own. */
function callsIn(node: unknown, inside = ""): number[] {
  if (Array.isArray(node)) return node.flatMap((child) => callsIn(child, inside));
  if (!isRecord(node)) return [];
  if (inside === "SubLink" && isSubqueryAlone(node)) return [];
  if (inside === "FuncCall" && isTheSameForEachRow(node)) return [Number(node.location ?? 0)];
  return Object.entries(node).flatMap(([kind, child]) => callsIn(child, kind));
}

function isSubqueryAlone({ subLinkType, subselect }: Record<string, unknown>): boolean {
  const select = isRecord(subselect) && isRecord(subselect.SelectStmt) ? subselect.SelectStmt : null;
  return subLinkType === "EXPR_SUBLINK" && select !== null && !("fromClause" in select);
}

/** `coppice.user_id()` is free: realtime knows policies by it, and PostgreSQL reads it as one setting. */
function isTheSameForEachRow(call: Record<string, unknown>): boolean {
  const names = namesOf(call.funcname);
  if (names.at(-1) === "current_setting" && (names.length === 1 || names[0] === "pg_catalog")) {
    return !JSON.stringify(call.args ?? []).includes('"ColumnRef"');
  }
  return (
    names.length === 2 &&
    !("args" in call) &&
    !["pg_catalog.", "coppice.user_id"].some((own) => names.join(".").startsWith(own))
  );
}

/** Returns the place after the closing parenthesis of the call that begins at `from`. Tokens have start, end and type. */
function endOfCall(tokens: Int32Array, from: number): number {
  let depth = 0;
  for (let at = 0; at < tokens.length; at += 3) {
    const [start = 0, end = 0, type] = tokens.subarray(at, at + 3);
    if (start < from) continue;
    if (type === OPENS) depth += 1;
    if (type === CLOSES) depth -= 1;
    if (type === CLOSES && depth === 0) return end;
  }
  throw new RangeError("the call has no end");
}
