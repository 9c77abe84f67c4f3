import { z } from "zod";
import type { Database } from "@/lib/core/db/client";
import type { Clock } from "@/lib/core/ports/clock";
import { SILENCE_MS } from "./silence";

const RoleState = z.enum(["running", "stopped", "crashed"]);

export const RoleStatesShape = z.record(z.string(), RoleState).meta({
  description: "By role, what its processes do. One that starts on demand is `stopped` while nobody needs it.",
});

export interface RoleStates {
  roles: z.infer<typeof RoleStatesShape>;
  /** `null` while no process for functions runs. */
  functions: string | null;
}

/** A role that several processes have is running while one of them is; else the state is that of the last to be heard of. */
export async function readRoles({ db, clock }: { db: Database; clock: Clock }): Promise<RoleStates> {
  const alive = new Date(clock.now().getTime() - SILENCE_MS);
  const rows = await db.$queryRaw<{ service: string; role: z.infer<typeof RoleState>; state: string | null }[]>`
    SELECT DISTINCT ON (service) service, state,
           CASE WHEN ended_at IS NOT NULL THEN 'stopped' WHEN beat_at >= ${alive} THEN 'running' ELSE 'crashed' END AS role
    FROM service_instance
    ORDER BY service, ended_at IS NULL AND beat_at >= ${alive} DESC, beat_at DESC`;
  const functions = rows.find(({ service, role }) => service === "functions" && role === "running");
  return {
    roles: Object.fromEntries(rows.map(({ service, role }) => [service, role])),
    functions: functions?.state ?? null,
  };
}
