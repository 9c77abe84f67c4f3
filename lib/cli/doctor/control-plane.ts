import { listKeyUsage } from "@/lib/hosting/secrets/check";
import { type Check, fail, ok, type SessionCheck } from "./checks";

/** Checks that the control plane answers, with every migration of this version applied. */
export const checkControlPlane: SessionCheck = async ({ ctx }, probes) => {
  const [server] = await ctx.db.$queryRaw<{ version: string; isMigrated: boolean }[]>`
    select current_setting('server_version') as version,
           to_regclass('public._prisma_migrations') is not null as "isMigrated"`;
  const reachable = ok("control plane", `answers, PostgreSQL ${server?.version}`);
  const wanted = await probes.listMigrations();
  const applied = server?.isMigrated
    ? await ctx.db.$queryRaw<{ name: string }[]>`
        select migration_name as name from _prisma_migrations where finished_at is not null and rolled_back_at is null`
    : [];
  const names = new Set(applied.map((row) => row.name));
  const pending = wanted.filter((name) => !names.has(name));
  if (pending.length === 0) return [reachable, ok("migrations", `${wanted.length} applied, none pending`)];
  const advice = "Start the service once to apply them.";
  return [reachable, fail("migrations", `pending: ${pending.join(", ")}`, advice)];
};

export const checkKeyRing: SessionCheck = async ({ ctx }): Promise<Check[]> => {
  const usage = await listKeyUsage(ctx);
  const missing = usage.filter((key) => !key.inRing);
  if (missing.length === 0) {
    const detail = usage.map((key) => `${key.keyId} seals ${key.values}`).join(", ");
    return [ok("secret keys", detail || "nothing is encrypted yet")];
  }
  const detail = `lacks ${missing.map((key) => `${key.keyId} (${key.values} values)`).join(", ")}`;
  const advice = "Put the missing keys back into the key ring. There is no other copy of those secrets.";
  return [fail("secret keys", detail, advice)];
};
