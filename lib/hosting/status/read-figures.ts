import { describeHostTrouble, describeTrouble, type PlaceStatus } from "@/lib/core/backup-status";
import type { Database } from "@/lib/core/db/client";
import type { Clock } from "@/lib/core/ports/clock";
import type { ServiceFigures } from "@/lib/core/ports/service-figures";
import { readRoles } from "./roles";
import { SILENCE_MS } from "./silence";
import type { StatusContext } from "./status-context";

export async function readServiceFigures(
  db: Database,
  clock: Clock,
  past: Pick<StatusContext, "readBackups" | "readLocalWindow">,
): Promise<ServiceFigures> {
  const now = clock.now();
  const running = { endedAt: null, beatAt: { gte: new Date(now.getTime() - SILENCE_MS) } };
  const [{ roles, functions }, processes, builds, jobs, mails, databases, sizes, backups, localWindow] =
    await Promise.all([
      readRoles({ db, clock }),
      db.serviceInstance.groupBy({ by: ["service"], where: running, _count: true }),
      db.serviceInstance.groupBy({ by: ["sha"], where: running, _count: true }),
      readJobs(db, now),
      db.mailMessage.aggregate({ where: { status: "queued" }, _count: true, _min: { createdAt: true } }),
      db.$queryRaw<ServiceFigures["databases"]>`
      SELECT CASE WHEN deleted_at IS NULL THEN status ELSE 'deleted' END AS status, count(*)::int AS count
      FROM database LEFT JOIN deleted_database ON database_id = id GROUP BY 1`,
      db.$queryRaw<{ bytes: number; migrations: number }[]>`
      SELECT pg_database_size(current_database())::float8 AS bytes,
             (SELECT count(*)::int FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migrations`,
      past.readBackups(),
      past.readLocalWindow(),
    ]);
  const runningOf = (role: string) => processes.find(({ service }) => service === role)?._count ?? 0;
  return {
    processes: Object.keys(roles).map((role) => ({ role, running: runningOf(role) })),
    builds: builds.map(({ sha, _count }) => ({ sha, running: _count })),
    ...{ functions, jobs },
    mails: { waiting: mails._count, oldestAt: mails._min.createdAt },
    databases,
    controlPlaneBytes: sizes[0]?.bytes ?? 0,
    migrations: sizes[0]?.migrations ?? 0,
    backups: backups && figuresOf(backups, describeTrouble(backups, now)),
    hostBackups: (backups?.hosts ?? []).flatMap((host) => {
      const trouble = describeHostTrouble(host, now);
      return host.status === null ? [] : [{ host: host.name, ...figuresOf(host.status, trouble) }];
    }),
    localWindow,
  };
}

function figuresOf({ upTo, lastBackupAt, proof, lastProven }: PlaceStatus, trouble: string | null) {
  return { upTo, lastBackupAt, proof, lastProven, hasTrouble: trouble !== null };
}

function readJobs(db: Database, now: Date): Promise<ServiceFigures["jobs"]> {
  return db.$queryRaw`
    SELECT task_identifier AS task,
           count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= ${now})::int AS waiting,
           count(*) FILTER (WHERE attempts >= max_attempts AND locked_at IS NULL)::int AS failed,
           min(run_at) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts AND run_at <= ${now}) AS "oldestDueAt"
    FROM graphile_worker.jobs GROUP BY 1 ORDER BY 1`;
}
