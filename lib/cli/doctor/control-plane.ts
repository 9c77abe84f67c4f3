import { stat } from "node:fs/promises";
import { formatServerVersion, OLDEST_SERVER_VERSION_NUM } from "@/lib/core/version-floor";
import { listKeyUsage } from "@/lib/hosting/secrets/check";
import type { CommandSession, DoctorProbes } from "../command-line";
import { type Check, fail, named, ok } from "./checks";
import { checkClock } from "./clock";

/** Checks that the control plane answers, with every migration of this version applied. */
export async function checkControlPlane({ ctx, probes }: CommandSession & { probes: DoctorProbes }): Promise<Check[]> {
  const [server] = await ctx.db.$queryRaw<{ version: string; number: number; isMigrated: boolean }[]>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
           to_regclass('public._prisma_migrations') is not null as "isMigrated"`;
  const detail = `answers, PostgreSQL ${server?.version}`;
  const isOld = (server?.number ?? 0) < OLDEST_SERVER_VERSION_NUM;
  const upgrade = `Upgrade it to PostgreSQL ${formatServerVersion(OLDEST_SERVER_VERSION_NUM)} or later.`;
  const clock = await checkClock(async () => {
    const [row] = await ctx.db.$queryRaw<{ now: Date }[]>`select clock_timestamp() as now`;
    return row?.now.getTime() ?? 0;
  });
  const reachable = [
    named("control plane", isOld ? fail(detail, upgrade) : ok(detail)),
    named("control plane: clock", clock),
  ];
  const wanted = await probes.listMigrations();
  const applied = server?.isMigrated
    ? await ctx.db.$queryRaw<{ name: string }[]>`
        select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`
    : [];
  const names = new Set(applied.map((row) => row.name));
  const unknown = applied.map(({ name }) => name).filter((name) => !wanted.includes(name));
  if (unknown.length > 0) {
    const advice = "Run the version that applied them, or a newer one; or restore a backup from before the upgrade.";
    return [...reachable, named("migrations", fail(`of a newer version: ${unknown.join(", ")}`, advice))];
  }
  const pending = wanted.filter((name) => !names.has(name));
  if (pending.length === 0) return [...reachable, named("migrations", ok(`${wanted.length} applied, none pending`))];
  const advice = "Run `npm run coppice -- migrate`, or start the service, which applies them.";
  return [...reachable, named("migrations", fail(`pending: ${pending.join(", ")}`, advice))];
}

export async function checkKeyRing({ ctx, environment: { secretKeys } }: CommandSession): Promise<Check[]> {
  const file = secretKeys !== null && "file" in secretKeys ? await checkKeyFile(secretKeys.file) : [];
  const usage = await listKeyUsage(ctx);
  const missing = usage.filter((key) => !key.inRing);
  if (missing.length === 0) {
    const detail = usage.map((key) => `${key.keyId} seals ${key.values}`).join(", ");
    return [...file, named("secret keys", ok(detail || "nothing is encrypted yet"))];
  }
  const detail = `lacks ${missing.map((key) => `${key.keyId} (${key.values} values)`).join(", ")}`;
  const advice = "Put the missing keys back into the key ring. There is no other copy of those secrets.";
  return [...file, named("secret keys", fail(detail, advice))];
}

async function checkKeyFile(path: string): Promise<Check[]> {
  const mode = (await stat(path)).mode & 0o777;
  const detail = `${path}, mode ${mode.toString(8).padStart(4, "0")}`;
  if ((mode & 0o077) === 0) return [named("key ring file", ok(detail))];
  return [named("key ring file", fail(`${detail}: other users can read it`, `Run: chmod go= ${path}`))];
}
