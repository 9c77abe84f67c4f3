import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { kindsOf, type SecurityEventFilter } from "./filter";

export interface SecurityEventRow {
  id: string;
  kind: string;
  outcome: string;
  reason: string | null;
  userId: string | null;
  address: string | null;
  userAgent: string | null;
  requestId: string;
  data: unknown;
  createdAt: Date;
}

export interface Place {
  createdAt: Date;
  id: string;
}

interface Wanted {
  projectId: string;
  filter: SecurityEventFilter;
  before: Place | null;
  limit: number;
}

export interface Found {
  rows: SecurityEventRow[];
  /** The place of the next page; `null` at the end. A page that is not full looked at as many events as it may. */
  next: Place | null;
}

/** A page looks at this many events of its narrowest filter; where others seldom meet it, more would take seconds. */
const LOOKED_AT = 20_000;
const ORDER = Prisma.sql`order by created_at desc, id desc`;

/** Returns the newest events that fit. Each of its ranges is read from the index of one filter, in the order of the log. */
export async function findSecurityEvents(ctx: Context, wanted: Wanted): Promise<Found> {
  const { projectId, filter, before, limit } = wanted;
  const { ranges, rest } = await rangesOf(ctx, projectId, filter);
  const bounds = [Prisma.sql`project_id = ${projectId}`, ...periodOf(filter), ...placeOf(before)];
  const sources = ranges.map(
    (range) => Prisma.sql`security_event where ${Prisma.join([...bounds, ...range], " and ")}`,
  );
  const perRange = rest.length === 0 ? limit + 1 : LOOKED_AT;
  const looked = sources.map((source) => Prisma.sql`(select * from ${source} ${ORDER} limit ${perRange})`);
  const rows = await ctx.db.$queryRaw<SecurityEventRow[]>`
    select id, kind, outcome, reason, user_id as "userId", address, user_agent as "userAgent", request_id as "requestId",
      data, created_at as "createdAt"
    from (${Prisma.join(looked, " union all ")}) as looked
    where ${rest.length === 0 ? Prisma.sql`true` : Prisma.join(rest, " and ")} ${ORDER} limit ${limit + 1}`;
  if (rows.length > limit) return { rows: rows.slice(0, limit), next: rows[limit - 1] ?? null };
  if (rest.length === 0) return { rows, next: null };
  const horizon = await findHorizon(ctx, sources);
  return horizon === null
    ? { rows, next: null }
    : { rows: rows.filter((row) => !isBefore(row, horizon)), next: horizon };
}

/** Returns the newest of the places where a range was not read further. */
async function findHorizon(ctx: Context, sources: readonly Prisma.Sql[]): Promise<Place | null> {
  const ends = sources.map(
    (source) => Prisma.sql`(select created_at, id from ${source} ${ORDER} offset ${LOOKED_AT - 1} limit 1)`,
  );
  const [newest = null] = await ctx.db.$queryRaw<Place[]>`
    select created_at as "createdAt", id from (${Prisma.join(ends, " union all ")}) as ends ${ORDER} limit 1`;
  return newest;
}

function isBefore(row: Place, place: Place): boolean {
  const apart = row.createdAt.getTime() - place.createdAt.getTime();
  return apart < 0 || (apart === 0 && row.id < place.id);
}

function periodOf({ since, until }: SecurityEventFilter): Prisma.Sql[] {
  return [
    since === undefined ? [] : Prisma.sql`created_at >= ${since}`,
    until === undefined ? [] : Prisma.sql`created_at < ${until}`,
  ].flat();
}

function placeOf(before: Place | null): Prisma.Sql[] {
  return before === null ? [] : [Prisma.sql`(created_at, id) < (${before.createdAt}, ${before.id})`];
}

interface Ranges {
  /** Sets of conditions of which an event fits one at most; each is a range of one index. */
  ranges: Prisma.Sql[][];
  /** The further conditions that events of the ranges must fit. */
  rest: Prisma.Sql[];
}

/** Puts the condition that usually narrows most first. */
async function rangesOf(ctx: Context, projectId: string, filter: SecurityEventFilter): Promise<Ranges> {
  const { userId, email, outcome, reason, method, requestId, address } = filter;
  const kinds = kindsOf(filter)?.map((kind) => Prisma.sql`kind = ${kind}`);
  const filters = [
    requestId === undefined ? [] : [[Prisma.sql`request_id = ${requestId}`]],
    email === undefined ? [] : [await ofEmail(ctx, projectId, email)],
    userId === undefined ? [] : [[Prisma.sql`user_id = ${userId}`]],
    address === undefined ? [] : [[Prisma.sql`address = ${address}`]],
    reason === undefined ? [] : [[Prisma.sql`reason = ${reason}`]],
    method === undefined ? [] : [[Prisma.sql`coalesce(data ->> 'factor', data ->> 'provider') = ${method}`]],
    // The index has refusals alone, which a parameter would not tell the planner.
    outcome === "refused" ? [[Prisma.sql`outcome = 'refused'`]] : [],
    kinds === undefined ? [] : [kinds],
  ].flat();
  const [first = [Prisma.sql`true`], ...others] = filters;
  const accepted = outcome === "accepted" ? [Prisma.sql`outcome = 'accepted'`] : [];
  const rest = others.map((alternatives) => Prisma.sql`(${Prisma.join(alternatives, " or ")})`);
  return { ranges: first.map((range) => [range]), rest: [...rest, ...accepted] };
}

/** Returns the events in which the address was typed, and the others of the user who has it now. */
async function ofEmail(ctx: Context, projectId: string, email: string): Promise<Prisma.Sql[]> {
  const where = { projectId_email: { projectId, email } };
  const user = await ctx.db.user.findUnique({ where, select: { id: true } });
  const typed = Prisma.sql`data ->> 'email' = ${email}`;
  if (!user) return [typed];
  return [typed, Prisma.sql`(user_id = ${user.id} and (data ->> 'email') is distinct from ${email})`];
}
