import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { type ProjectLogFilter, sourcesOf } from "./filter";
import { FUNCTION_ENTRIES } from "./function-entries";
import { comesAfter, type Place, rankOf } from "./place";
import { REQUESTS } from "./requests";
import type { ProjectLogEntry } from "./resource";
import { SIGN_IN_ENTRIES } from "./sign-in-entries";
import type { LogProject, LogTable, SourceRow } from "./source";
import { STATEMENTS } from "./statements";

export interface Wanted {
  project: LogProject;
  filter: ProjectLogFilter;
  /** Whether the text is an id, as `isNamed` says. */
  isNamed: boolean;
  before: Place | null;
  limit: number;
}

export interface Found {
  entries: ProjectLogEntry[];
  /** The place of the next page; `null` at the end. A page that is not full looked at as many rows as it may. */
  next: Place | null;
}

const TABLES = [REQUESTS, FUNCTION_ENTRIES, SIGN_IN_ENTRIES, STATEMENTS] as unknown as readonly LogTable[];
/** A page looks at this many rows of a source; where a filter without an index seldom fits, more would take seconds. */
export const LOOKED_AT = 20_000;

interface Part {
  table: LogTable;
  rows: SourceRow[];
  /** The last row that was looked at, where more follow. */
  end: Place | null;
}

/** Returns whether an entry of the project has the text as the id of its request, user, invocation or statement. */
export async function isNamed(ctx: Context, project: LogProject, { text }: ProjectLogFilter): Promise<boolean> {
  if (!text || text.includes(" ")) return false;
  const tests = TABLES.flatMap((table) => {
    const ofProject = table.ofProject(project);
    if (ofProject === null) return [];
    return table
      .named(text, project)
      .map((range) => Prisma.sql`exists (select from ${table.table} where ${ofProject} and ${range})`);
  });
  const [row] = await ctx.db.$queryRaw<{ is: boolean }[]>`select ${Prisma.join(tests, " or ")} as "is"`;
  return row?.is ?? false;
}

/** Returns the newest entries that fit. Each source is asked for no more than a page, in the order of an index. */
export async function findEntries(ctx: Context, wanted: Wanted): Promise<Found> {
  const sources = sourcesOf(wanted.filter);
  const asked = TABLES.filter(({ source }) => sources.includes(source));
  const parts = await Promise.all(asked.map((table) => readPart(ctx, table, wanted)));
  const horizon = newestOf(parts.flatMap(({ end }) => end ?? []));
  const all = parts
    .flatMap(({ table, rows }) => rows.map((row, index) => ({ table, row, index, place: placeOf(table, row) })))
    .sort((one, other) =>
      one.table === other.table ? one.index - other.index : comesAfter(one.place, other.place) ? 1 : -1,
    );
  const seen = horizon === null ? all : all.filter(({ place }) => !isBeyond(place, horizon));
  const shown = seen.slice(0, wanted.limit);
  const next = seen.length > wanted.limit ? (shown.at(-1)?.place ?? null) : horizon;
  return { entries: shown.map(({ table, row }) => table.toEntry(row)), next };
}

/** Rows of the horizon's own source were read up to it. */
function isBeyond(place: Place, horizon: Place): boolean {
  return place.source !== horizon.source && comesAfter(place, horizon);
}

function newestOf(places: readonly Place[]): Place | null {
  return places.reduce<Place | null>((newest, place) => (newest && !comesAfter(newest, place) ? newest : place), null);
}

function placeOf({ source }: LogTable, { createdAt, id }: SourceRow): Place {
  return { createdAt, source, id: String(id) };
}

async function readPart(ctx: Context, table: LogTable, wanted: Wanted): Promise<Part> {
  const conditions = conditionsOf(table, wanted);
  const none = { table, rows: [], end: null };
  if (conditions === null) return none;
  const { project, filter, limit, isNamed: isById } = wanted;
  const text = filter.text ?? "";
  const order = Prisma.sql`order by ${table.at} desc, id desc`;
  const sourceOf = (more: readonly Prisma.Sql[] = []) =>
    Prisma.sql`${table.table} where ${Prisma.join([...conditions, ...more], " and ")}`;
  if (text === "") {
    const rows = await read(ctx, Prisma.sql`select ${table.columns} from ${sourceOf()} ${order} limit ${limit + 1}`);
    return { ...none, rows };
  }
  if (isById) {
    const ranges = table
      .named(text, project)
      .map((range) => Prisma.sql`(select ${table.columns} from ${sourceOf([range])} ${order} limit ${limit + 1})`);
    const union = Prisma.sql`select * from (${Prisma.join(ranges, " union ")}) as named`;
    return {
      ...none,
      rows: await read(ctx, Prisma.sql`${union} order by "createdAt" desc, id desc limit ${limit + 1}`),
    };
  }
  const looked = Prisma.sql`(select * from ${sourceOf()} ${order} limit ${LOOKED_AT}) as ${table.table}`;
  const fits = table.containing(`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const rows = await read(
    ctx,
    Prisma.sql`select ${table.columns} from ${looked} where ${fits} ${order} limit ${limit + 1}`,
  );
  if (rows.length > limit) return { ...none, rows };
  const [end] = await read(
    ctx,
    Prisma.sql`select id, ${table.at} as "createdAt" from ${sourceOf()} ${order} offset ${LOOKED_AT - 1} limit 1`,
  );
  return { table, rows, end: end ? placeOf(table, end) : null };
}

function read(ctx: Context, query: Prisma.Sql): Promise<SourceRow[]> {
  return ctx.db.$queryRaw<SourceRow[]>(query);
}

/** Returns the conditions that an index narrows; `null` where no row can fit. */
function conditionsOf(table: LogTable, { project, filter, before }: Wanted): Prisma.Sql[] | null {
  const { level = "info", status, since, until } = filter;
  const ofProject = table.ofProject(project);
  const ofLevel = level === "info" ? Prisma.sql`true` : table.ofLevel(level);
  if (ofProject === null || ofLevel === null) return null;
  const ofStatus = status === undefined ? undefined : table.ofStatus?.(Number(status.charAt(0)) * 100);
  return [
    ofProject,
    ofLevel,
    ...(ofStatus === undefined ? [] : [ofStatus]),
    ...(since === undefined ? [] : [Prisma.sql`${table.at} >= ${since}`]),
    ...(until === undefined ? [] : [Prisma.sql`${table.at} < ${until}`]),
    ...(before === null ? [] : [afterPlace(table, before)]),
  ];
}

/** At the time of the place, the sources that come before it have been shown, and those that follow it have not. */
function afterPlace({ source, at, idType }: LogTable, { createdAt, source: last, id }: Place): Prisma.Sql {
  const order = rankOf(source) - rankOf(last);
  if (order < 0) return Prisma.sql`${at} < ${createdAt}`;
  if (order > 0) return Prisma.sql`${at} <= ${createdAt}`;
  const lastId = idType === "bigint" ? Prisma.sql`${id}::bigint` : Prisma.sql`${id}`;
  return Prisma.sql`(${at}, id) < (${createdAt}, ${lastId})`;
}
