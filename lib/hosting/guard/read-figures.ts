import type { Database } from "@/lib/core/db/client";
import type { GuardFigures, GuardVolume } from "@/lib/core/ports/host-guard";

export async function readGuardFigures(db: Database): Promise<GuardFigures> {
  const [hosts, totals, restricted] = await Promise.all([
    db.host.findMany({ orderBy: { name: "asc" }, select: { name: true, guardSeenAt: true, guardVolumes: true } }),
    db.hostEventTotal.findMany({
      orderBy: [{ hostId: "asc" }, { rule: "asc" }, { act: "asc" }],
      select: { rule: true, act: true, events: true, host: { select: { name: true } } },
    }),
    db.database.groupBy({ by: ["restriction"], where: { restriction: { not: null } }, _count: true }),
  ]);
  const count = (state: string) => restricted.find(({ restriction }) => restriction === state)?._count ?? 0;
  return {
    hosts: hosts.map(({ name, guardSeenAt, guardVolumes }) => ({
      ...{ name, guardSeenAt },
      volumes: (guardVolumes ?? []) as unknown as GuardVolume[],
    })),
    events: totals.map(({ rule, act, events, host }) => ({ host: host.name, rule, act, count: events })),
    restricted: { read_only: count("read_only"), closed: count("closed") },
  };
}
