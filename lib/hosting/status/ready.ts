import { z } from "zod";
import { type BackupStatus, describeTrouble, secondsAtRisk } from "@/lib/core/backup-status";
import type { Context } from "@/lib/core/context";
import type { LocalWindowStatus } from "@/lib/core/local-window";
import { type RoleStates, RoleStatesShape, readRoles } from "./roles";
import type { StatusContext } from "./status-context";

const State = z.enum(["ok", "unavailable"]);

const Moment = z.iso.datetime().meta({ example: "2026-01-01T12:00:00.000Z" });

const Summary = z.object({
  ready: z.boolean().meta({ description: "Whether this process may be sent requests. The status says the same." }),
  healthy: z.boolean().meta({
    description: "Whether everything answers, so that nothing is missing; without the token, up to a minute ago.",
  }),
  stopping: z.boolean().meta({ description: "The process ends soon, and finishes its requests." }),
  redis: State.nullable().meta({ description: "`null` when no Redis is configured" }),
});

const Details = z.object({
  missing: z.array(z.string()).meta({ description: "The failures, in sentences." }),
  controlPlane: State,
  hosts: z.array(z.object({ id: z.string(), name: z.string(), state: State })),
  roles: RoleStatesShape,
  backups: z
    .object({
      upTo: Moment.nullable().meta({ description: "Everything before is away from the machine." }),
      secondsAtRisk: z
        .number()
        .nullable()
        .meta({ description: "How much would be lost with the machine now.", example: 3.2 }),
      lastBackupAt: Moment.nullable(),
      proof: z
        .object({ at: Moment, outcome: z.enum(["proven", "failed", "could not run"]) })
        .nullable()
        .meta({ description: "Whether the newest backup could be recovered and read; `null` before the first try." }),
      recoverySeconds: z.number().nullable().meta({
        description: "How long recovering the databases took in the last proof that proved something.",
        example: 48.5,
      }),
      hosts: z
        .array(z.object({ id: z.string(), name: z.string(), upTo: Moment.nullable(), lastBackupAt: Moment.nullable() }))
        .meta({ description: "The registered hosts that are backed up." }),
    })
    .nullable()
    .meta({ description: "`null` where no backups are set up" }),
  localWindow: z
    .object({
      isBackup: z.literal(false).meta({ description: "It's on the same disk as the databases, and lost with it." }),
      from: Moment.nullable().meta({ description: "The oldest time that a database can be restored to." }),
      to: Moment.nullable(),
      bytes: z.number().meta({ description: "How much it takes on the disk.", example: 52_428_800 }),
      mostBytes: z.number().meta({ description: "How much it may take.", example: 4_294_967_296 }),
    })
    .nullable()
    .meta({
      description:
        "The last hours of the embedded databases, which let one database be restored to a time. `null` where none " +
        "are kept, as with backups.",
    }),
  functions: z.string().nullable().meta({
    description: "How the running processes for functions keep them apart; of several, the weakest way.",
    example: "bubblewrap",
  }),
});

/** Only those who may read the metrics get the details, which name hosts and tell how the service is run. */
export const Readiness = Summary.extend(Details.partial().shape).meta({ id: "Readiness" });

type ReadinessState = z.infer<typeof State>;
type Summary = z.infer<typeof Summary>;
type Details = z.infer<typeof Details>;

/** The process is ready with the control plane alone: without Redis, or a host, most of the service works. */
export async function getReadiness(
  ctx: StatusContext,
  { readsMetrics }: { readsMetrics: boolean },
): Promise<z.infer<typeof Readiness>> {
  return readsMetrics ? describeAll(ctx) : summarise(ctx);
}

/** Anybody may ask this, so it asks no host each time; and a probe, which is patient for seconds, seldom waits for one. */
async function summarise(ctx: StatusContext): Promise<Summary> {
  const [controlPlane, redis, wasHealthy] = await Promise.all([
    controlPlaneState(ctx),
    redisState(ctx),
    ctx.health.read(async () => (await describeAll(ctx)).healthy),
  ]);
  const healthy = wasHealthy && controlPlane === "ok" && redis !== "unavailable";
  return { ...readyState(ctx, controlPlane), healthy, redis };
}

/** Asks every dependency at once. */
async function describeAll(ctx: StatusContext): Promise<Summary & Details> {
  const [controlPlane, hosts, redis, { roles, functions }, backups, window] = await Promise.all([
    controlPlaneState(ctx),
    hostStates(ctx),
    redisState(ctx),
    readRoles(ctx).catch((): RoleStates => ({ roles: {}, functions: [] })),
    ctx.readBackups(),
    ctx.readLocalWindow(),
  ]);
  const now = ctx.clock.now();
  const trouble = backups && describeTrouble(backups, now);
  const missing = [...describeMissing({ controlPlane, hosts, redis, roles, functions }), ...(trouble ? [trouble] : [])];
  const weakest = functions[0]?.state ?? null;
  const all = { ...readyState(ctx, controlPlane), healthy: missing.length === 0, missing, controlPlane, hosts, redis };
  const past = { backups: backups && describeBackups(backups, now), localWindow: window && describeWindow(window) };
  return { ...all, roles, ...past, functions: weakest };
}

function readyState({ drain: { isDraining: stopping } }: StatusContext, controlPlane: ReadinessState) {
  return { ready: controlPlane === "ok" && !stopping, stopping };
}

function describeBackups(backups: BackupStatus, now: Date): Details["backups"] {
  return {
    upTo: backups.upTo?.toISOString() ?? null,
    secondsAtRisk: secondsAtRisk(backups, now),
    lastBackupAt: backups.lastBackupAt?.toISOString() ?? null,
    proof: backups.proof && { at: backups.proof.at.toISOString(), outcome: backups.proof.outcome },
    recoverySeconds: backups.lastProven?.recoverySeconds ?? null,
    hosts: backups.hosts.flatMap(({ id, name, obstacle, status }) => {
      const [upTo, lastBackupAt] = [status?.upTo, status?.lastBackupAt].map((time) => time?.toISOString() ?? null);
      return obstacle === null ? [{ id, name, upTo: upTo ?? null, lastBackupAt: lastBackupAt ?? null }] : [];
    }),
  };
}

function describeWindow({ restorableFrom, restorableTo, bytes, mostBytes }: LocalWindowStatus): Details["localWindow"] {
  const times = { from: restorableFrom?.toISOString() ?? null, to: restorableTo?.toISOString() ?? null };
  return { isBackup: false, ...times, bytes, mostBytes };
}

type Found = Pick<Summary & Details, "controlPlane" | "hosts" | "redis"> & RoleStates;

function describeMissing(found: Found): string[] {
  const { controlPlane, hosts, redis, roles, functions } = found;
  if (controlPlane !== "ok") return ["The control plane doesn't answer: nothing works but pages without data."];
  return [
    ...hosts
      .filter(({ state }) => state !== "ok")
      .map(({ name }) => `Host ${name} doesn't answer: its databases can't be reached. Everything else works.`),
    ...(redis === "unavailable"
      ? ["Redis doesn't answer: each process counts rate limits for itself, and realtime messages stay in theirs."]
      : []),
    ...(roles.worker === "running" ? [] : ["No worker runs: emails, and databases to be created, wait."]),
    ...describeFunctions(functions),
  ];
}

/** The processes may be of several machines, some of which lack the parts that functions need. */
function describeFunctions(functions: RoleStates["functions"]): string[] {
  const count = (some: RoleStates["functions"]) => some.reduce((sum, { running }) => sum + running, 0);
  const [unable, all] = [count(functions.filter(({ state }) => CANNOT_RUN.has(state))), count(functions)];
  if (unable === 0) return [];
  return unable === all ? ["Functions can't be run."] : [`${unable} of ${all} processes can't run functions.`];
}

const CANNOT_RUN: ReadonlySet<string> = new Set(["none", "unanswered"]);

const controlPlaneState = ({ db }: Context) => stateOf(db.$queryRaw`SELECT 1`);

const redisState = async ({ pingRedis }: StatusContext) => (pingRedis === null ? null : stateOf(pingRedis()));

async function hostStates(ctx: Context) {
  try {
    const rows = await ctx.db.host.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" } });
    return await Promise.all(rows.map(async ({ id, name }) => ({ id, name, state: await stateOf(pingHost(ctx, id)) })));
  } catch {
    return [];
  }
}

async function pingHost(ctx: Context, hostId: string): Promise<void> {
  const host = await ctx.hosts.get(hostId);
  await host.ping();
}

async function stateOf(answer: Promise<unknown>): Promise<ReadinessState> {
  try {
    await answer;
    return "ok";
  } catch {
    return "unavailable";
  }
}
