import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { endUserRoleOf } from "@/lib/core/ids";
import { databaseNotFound } from "@/lib/core/not-found";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import { readIn } from "@/lib/sql/customer-session/read-session";
import { type Check, type Found, MAX_FINDINGS } from "./checks/check";
import { INDEX_CHECKS } from "./checks/indexes";
import { ROW_POLICY_CHECK } from "./checks/row-policies";
import { SECURITY_CHECKS } from "./checks/security";
import { SEQUENCE_CHECK } from "./checks/sequences";
import { TABLE_CHECKS } from "./checks/tables";
import { readCountedSince } from "./counted-since";
import { ADVICE_KINDS, type Advice, type AdviceReport } from "./resource";
import { WORDS } from "./words";

const CHECKS = [...SECURITY_CHECKS, ...INDEX_CHECKS, ...TABLE_CHECKS, SEQUENCE_CHECK, ROW_POLICY_CHECK];
/** The time of one check, whose answer is left out beyond it. */
const CHECK_TIMEOUT_MS = 2_000;
/** No check begins later than this after the first. */
const ALL_CHECKS_MS = 10_000;

interface AdviceInput {
  databaseId: string;
  checkMs?: number;
  allMs?: number;
}

/**
 * Returns advice about the security and the speed of a database, to members and the operator. Checks that take too long
 * are named and left out. Throws `missing_permission`, `database_not_found`, `database_not_ready`, `over_quota`,
 * `host_unavailable`.
 */
export async function listAdvice(
  ctx: Context,
  { databaseId, checkMs = CHECK_TIMEOUT_MS, allMs = ALL_CHECKS_MS }: AdviceInput,
): Promise<AdviceReport> {
  const database = await findDatabase(ctx, databaseId);
  return readIn(ctx, database, { statementTimeoutMs: checkMs }, async (session) => {
    const countedSince = await readCountedSince(ctx, session, databaseId);
    const users = await readUsersRole(session, databaseId);
    const [advice, unchecked]: [Advice[], string[]] = [[], []];
    const end = ctx.clock.now().getTime() + allMs;
    for (const check of CHECKS) {
      const { title } = WORDS[check.kind];
      const found = ctx.clock.now().getTime() < end ? await tryCheck(session, check, users) : null;
      if (found === null) unchecked.push(title);
      else if (found.unchecked !== undefined) unchecked.push(`${title} (${found.unchecked})`);
      if (found !== null && found.findings.length > 0) advice.push(toAdvice(check, found));
    }
    return { advice: advice.sort((one, other) => placeOf(one) - placeOf(other)), unchecked, countedSince };
  });
}

async function findDatabase(ctx: Context, databaseId: string) {
  if (ctx.actor.kind !== "operator") {
    const { organisationId } = requirePermission(ctx.actor, "data:read");
    return getReadyDatabase(ctx, organisationId, databaseId);
  }
  const row = await ctx.db.database.findFirst({
    where: { id: databaseId, ...VISIBLE },
    select: { organisationId: true },
  });
  if (!row) throw databaseNotFound();
  return getReadyDatabase(ctx, row.organisationId, databaseId);
}

/** Returns the oid of the role that users of the app have; `0`, which is PUBLIC, where the database has none yet. */
async function readUsersRole(session: CustomerSession, databaseId: string): Promise<string> {
  const { rows } = await session.query(
    `SELECT coalesce((SELECT oid FROM pg_roles WHERE rolname = $1),
       (SELECT oid FROM pg_roles WHERE rolname = 'app_users'), 0)`,
    [endUserRoleOf(databaseId)],
  );
  return rows[0]?.[0] ?? "0";
}

/** Returns `null` for a check that PostgreSQL has not answered, such as one that waited for a lock. */
async function tryCheck(session: CustomerSession, check: Check, users: string): Promise<Found | null> {
  await session.query("SAVEPOINT advice");
  try {
    const found = await check.find(session, users);
    await session.query("RELEASE SAVEPOINT advice");
    return found;
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    await session.query("ROLLBACK TO SAVEPOINT advice");
    return null;
  }
}

function toAdvice({ kind }: Check, { findings }: Found): Advice {
  const hasMore = findings.length > MAX_FINDINGS;
  return { kind, ...WORDS[kind], findings: findings.slice(0, MAX_FINDINGS), hasMore };
}

function placeOf({ kind }: Advice): number {
  return ADVICE_KINDS.indexOf(kind);
}
