import { z } from "zod";
import type { Database } from "@/lib/core/db/client";
import type { Clock } from "@/lib/core/ports/clock";
import { SILENCE_MS } from "./silence";

const RoleState = z.enum(["running", "stopped", "crashed"]);

export const RoleStatesShape = z.record(z.string(), RoleState).meta({
  description: "By role, the state of its processes. One that starts on demand is `stopped` while nobody needs it.",
});

export interface RoleStates {
  roles: z.infer<typeof RoleStatesShape>;
  /** The ways in which running processes for functions keep them apart, the weakest first. */
  functions: { state: string; running: number }[];
}

const WEAKEST_FIRST = ["none", "unanswered", "plain", "namespace", "bubblewrap", "sandbox"];

/** A role that several processes have is running while one of them is; else the state is that of the last to be heard of. */
export async function readRoles({ db, clock }: { db: Database; clock: Clock }): Promise<RoleStates> {
  const alive = new Date(clock.now().getTime() - SILENCE_MS);
  const rows = await db.$queryRaw<{ service: string; role: z.infer<typeof RoleState> }[]>`
    SELECT DISTINCT ON (service) service,
           CASE WHEN ended_at IS NOT NULL THEN 'stopped' WHEN beat_at >= ${alive} THEN 'running' ELSE 'crashed' END AS role
    FROM service_instance
    ORDER BY service, ended_at IS NULL AND beat_at >= ${alive} DESC, beat_at DESC`;
  const states = await db.serviceInstance.groupBy({
    ...{ by: ["state"], _count: true },
    where: { service: "functions", endedAt: null, beatAt: { gte: alive } },
  });
  const functions = states.flatMap(({ state, _count }) => (state === null ? [] : [{ state, running: _count }]));
  return {
    roles: Object.fromEntries(rows.map(({ service, role }) => [service, role])),
    functions: functions.sort((one, other) => WEAKEST_FIRST.indexOf(one.state) - WEAKEST_FIRST.indexOf(other.state)),
  };
}
