import type { Context } from "@/lib/core/context";
import type { StoredFigures } from "@/lib/hosting/samples/worth";

interface Activity {
  /** The connections in the busiest minute of the day. */
  connections: number;
  transactionsPerMinute: number;
  rowsWrittenPerMinute: number;
  /** The share of blocks found in the cluster's cache. */
  cacheHitRatio: number;
  /** The share of the present size that was added within the day. */
  growth: number;
  /** The UTC hour of a job that writes far more for a while; `null` for none. */
  batchAtHour: number | null;
}

const ACTIVITY: Readonly<Record<string, Activity>> = {
  shop: {
    connections: 14,
    transactionsPerMinute: 2_100,
    rowsWrittenPerMinute: 260,
    cacheHitRatio: 0.996,
    growth: 0.03,
    batchAtHour: null,
  },
  analytics: {
    connections: 6,
    transactionsPerMinute: 480,
    rowsWrittenPerMinute: 620,
    cacheHitRatio: 0.972,
    growth: 0.08,
    batchAtHour: 2,
  },
  newsletter: {
    connections: 3,
    transactionsPerMinute: 90,
    rowsWrittenPerMinute: 8,
    cacheHitRatio: 0.999,
    growth: 0.01,
    batchAtHour: 9,
  },
};

const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 1_440;
const PAGE_BYTES = 8_192;
const ROWS_AT_A_TIME = 1_000;
const BLOCKS_PER_TRANSACTION = 24;

/**
 * Makes a day of figures for each database that is to look busy. They end with the host's present counters, so that the
 * service's own samples continue them: earlier counters are lower, and may be below zero.
 */
export async function makeSamples(
  ctx: Context,
  { databaseId, name }: { databaseId: string; name: string },
): Promise<void> {
  const activity = ACTIVITY[name];
  if (!activity) return;
  const now = Math.floor(ctx.clock.now().getTime() / MINUTE_MS) * MINUTE_MS;
  const hourAgo = new Date(now - 60 * MINUTE_MS);
  if ((await ctx.db.databaseSample.count({ where: { databaseId, at: { lt: hourAgo } } })) > 0) return;
  const last = await readFigures(ctx, databaseId, new Date(now));
  if (last === null) return;
  const rows = dayBefore(last, activity);
  // Samples from the time when the rows of the demo were written would stand out.
  await ctx.db.databaseSample.deleteMany({ where: { databaseId } });
  for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
    const data = rows.slice(start, start + ROWS_AT_A_TIME).map(({ id, ...row }) => ({ ...row, databaseId: id }));
    await ctx.db.databaseSample.createMany({ data, skipDuplicates: true });
  }
  await ctx.db.database.update({ where: { id: databaseId }, data: { lastActiveAt: last.at }, select: { id: true } });
}

async function readFigures(ctx: Context, id: string, at: Date): Promise<StoredFigures | null> {
  const { hostId } = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { hostId: true } });
  const host = await ctx.hosts.get(hostId);
  const figures = (await host.sample()).find((found) => found.id === id);
  const sizeBytes = (await host.measureSizes([id])).get(id);
  return figures && sizeBytes !== undefined ? { ...figures, at, sizeBytes } : null;
}

/** Returns the rows of the day, the newest first: each holds the counters until then. */
function dayBefore(last: StoredFigures, activity: Activity): StoredFigures[] {
  const rows: StoredFigures[] = [];
  let counters = last;
  for (let minute = 0; minute < MINUTES_OF_DAY; minute += 1) {
    const busy = load(counters.at, activity);
    const grown = (Number(last.sizeBytes) * activity.growth * minute) / MINUTES_OF_DAY;
    rows.push({
      ...counters,
      connections: Math.max(1, Math.round(activity.connections * busy.share)),
      locksWaiting: busy.waiting,
      sizeBytes: last.sizeBytes - BigInt(Math.round(grown / PAGE_BYTES) * PAGE_BYTES),
    });
    counters = minuteBefore(counters, activity, busy);
  }
  return rows;
}

interface Load {
  /** The share of the busiest minute. */
  share: number;
  written: number;
  waiting: number;
}

/** Returns the load of a minute: people buy books by day, most a little after noon, and no two minutes are the same. */
function load(at: Date, activity: Activity): Load {
  const hour = at.getUTCHours() + at.getUTCMinutes() / 60;
  const daylight = Math.max(0, Math.sin((Math.PI * (hour - 5.5)) / 17));
  const lunch = 0.14 * Math.exp(-((hour - 13) ** 2) / 0.8);
  const noise = unevenness(at.getTime() / MINUTE_MS);
  const share = Math.min(1, (0.12 + 0.82 * daylight - lunch) * (0.86 + 0.28 * noise));
  const isBatch = activity.batchAtHour !== null && Math.floor(hour) === activity.batchAtHour && hour % 1 < 0.5;
  const written = activity.rowsWrittenPerMinute * (isBatch ? 6 : share);
  return { share: isBatch ? Math.max(share, 0.4) : share, written, waiting: noise > 0.9985 ? 1 : 0 };
}

/** Returns a number between 0 and 1 that is always the same for the same minute. */
function unevenness(minute: number): number {
  const value = Math.sin(minute * 12.9898) * 43_758.5453;
  return value - Math.floor(value);
}

function minuteBefore(row: StoredFigures, activity: Activity, busy: Load): StoredFigures {
  const transactions = Math.round(activity.transactionsPerMinute * busy.share);
  const blocks = transactions * BLOCKS_PER_TRANSACTION;
  const misses = Math.round(blocks * (1 - activity.cacheHitRatio) * (1.6 - busy.share));
  return {
    ...row,
    at: new Date(row.at.getTime() - MINUTE_MS),
    commits: row.commits - BigInt(transactions),
    rollbacks: row.rollbacks - BigInt(Math.round(transactions * 0.004)),
    blocksHit: row.blocksHit - BigInt(blocks - misses),
    blocksRead: row.blocksRead - BigInt(misses),
    rowsReturned: row.rowsReturned - BigInt(transactions * 9),
    rowsInserted: row.rowsInserted - BigInt(Math.round(busy.written * 0.7)),
    rowsUpdated: row.rowsUpdated - BigInt(Math.round(busy.written * 0.3)),
  };
}
