import { Redis } from "ioredis";
import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { reasonOf } from "@/lib/core/error-code";
import { MailerError } from "@/lib/core/ports/mailer";
import { readRoles } from "@/lib/hosting/status/roles";
import { SILENCE_MS } from "@/lib/hosting/status/silence";
import { type Finding, fail, ok, warn } from "./checks";

/** A job waits no longer than this while a worker is well. */
const LATE_MS = 600_000;

/** Checks that a worker runs, and that no job of the queue waits for long or was given up. */
export async function checkWorker({ ctx, isServing }: CommandSession): Promise<Finding> {
  if (!isServing) return ok("starts with the service");
  const now = ctx.clock.now().getTime();
  const beatAt = { gte: new Date(now - SILENCE_MS) };
  const workers = await ctx.db.serviceInstance.count({ where: { service: "worker", endedAt: null, beatAt } });
  if (workers === 0) {
    const advice = "Start the service, or a process with COPPICE_ROLES=worker. Its log says why it ended.";
    return fail("none runs: no email leaves, and no database is created", advice);
  }
  const [oldest] = await ctx.db.$queryRaw<{ task: string; runAt: Date }[]>`
    SELECT task_identifier AS task, run_at AS "runAt" FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND attempts < max_attempts ORDER BY run_at LIMIT 1`;
  if (oldest && now - oldest.runAt.getTime() > LATE_MS) {
    const detail = `${workers} running, but ${oldest.task} waits since ${oldest.runAt.toISOString()}`;
    return fail(detail, "Start more processes with COPPICE_ROLES=worker, or look for errors in their log.");
  }
  const failed = await ctx.db.$queryRaw<{ task: string; jobs: number }[]>`
    SELECT task_identifier AS task, count(*)::int AS jobs FROM graphile_worker.jobs
    WHERE locked_at IS NULL AND attempts >= max_attempts GROUP BY 1 ORDER BY 1`;
  if (failed.length > 0) {
    const detail = failed.map(({ task, jobs }) => `${task} (${jobs})`).join(", ");
    const advice = "The worker's log has their errors. Their work isn't done; mend the cause, then repeat it.";
    return warn(`${workers} running, but jobs have failed for good: ${detail}`, advice);
  }
  return ok(`${workers} running, and no job waits for long`);
}

/** Says which roles run. One that starts with its first request sleeps while it has none, which is no fault. */
export async function checkRoles({ ctx, environment, isServing }: CommandSession): Promise<Finding> {
  if (!isServing) return ok("start with the service");
  const { roles } = await readRoles(ctx);
  const { isOnDemand } = environment.roleStart;
  const sleeps = (role: string) => isOnDemand && !ALWAYS.includes(role);
  const inState = (state: string) => Object.keys(roles).filter((role) => roles[role] === state);
  const [running, stopped, crashed] = [inState("running"), inState("stopped"), inState("crashed")];
  const asleep = stopped.filter(sleeps);
  const away = stopped.filter((role) => !sleeps(role));
  const detail = [
    inWords(running, "running"),
    inWords(asleep, "asleep until the first request"),
    inWords(away, "stopped"),
    inWords(crashed, "ended without a word"),
  ].flat();
  const found = detail.join("; ") || "none has run yet";
  if (crashed.length > 0) return warn(found, "The log of the last process of each role says why it ended.");
  return away.length > 0 ? warn(found, "Start them, unless another process does their work now.") : ok(found);
}

/** The roles that never sleep. */
const ALWAYS: readonly string[] = ["web", "worker"];

function inWords(roles: readonly string[], state: string): string[] {
  return roles.length === 0 ? [] : [`${roles.join(", ")} ${state}`];
}

const MAIL_ADVICE =
  "Start the mail server, or correct SMTP_URL or the stored setting of this name. Emails wait until then.";

/** Signs in to the mail server, and sends nothing. */
export async function checkMail({ ctx: { mail } }: CommandSession): Promise<Finding> {
  if (mail.mailer.keepsMail) return ok("no mail server; emails stay in the inbox");
  try {
    await mail.mailer.check();
    return ok("the mail server answers");
  } catch (error) {
    const reason = error instanceof MailerError ? error.message : reasonOf(error);
    return fail(reason, MAIL_ADVICE);
  }
}

/** The oldest release with security fixes for the commands that the limits use. */
const OLDEST_REDIS = 7;
const REDIS_MS = 3_000;

export async function checkRedis({ redisUrl }: DoctorProbes): Promise<Finding> {
  if (redisUrl === null) return ok("not configured; rate limits are counted in memory, per process");
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: REDIS_MS,
    commandTimeout: REDIS_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    const version = /^redis_version:(\S+)/m.exec(await redis.info("server"))?.[1] ?? "unknown";
    if (Number.parseInt(version, 10) >= OLDEST_REDIS) return ok(`answers, version ${version}`);
    return warn(`version ${version}`, `Run Redis ${OLDEST_REDIS} or later.`);
  } catch (error) {
    return fail(`doesn't respond (${reasonOf(error)})`, "Start it, or correct REDIS_URL.");
  } finally {
    redis.disconnect();
  }
}
