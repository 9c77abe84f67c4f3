import { z } from "zod";
import { PROCESS_ROLES } from "@/lib/core/role-variables";
import { SILENCE_MS } from "@/lib/hosting/status/silence";

const Moment = z.string().meta({ example: "2026-03-01T09:30:00.000Z" });

/** Times are ISO 8601, UTC. */
export const Deploy = z
  .object({
    id: z.string().meta({ example: "ins_4k9x2m7q1w8e5r3t6y0u" }),
    service: z.enum(PROCESS_ROLES),
    sha: z.string().meta({ description: "The commit of the build.", example: "4f2c9be1d0a3" }),
    builtAt: Moment,
    host: z.string().meta({ description: "The name of the machine.", example: "web-1" }),
    pid: z.int().meta({ example: 4711 }),
    startedAt: Moment,
    endedAt: Moment.nullable().meta({ description: "For a crashed process, when it was last heard of." }),
    status: z.enum(["running", "stopped", "crashed"]),
  })
  .meta({ id: "Deploy" });
export type Deploy = z.infer<typeof Deploy>;

interface InstanceRow {
  id: string;
  service: string;
  sha: string;
  builtAt: Date;
  host: string;
  pid: number;
  startedAt: Date;
  beatAt: Date;
  endedAt: Date | null;
}

export function toDeploy(row: InstanceRow, now: Date): Deploy {
  const hasCrashed = row.endedAt === null && now.getTime() - row.beatAt.getTime() > SILENCE_MS;
  const endedAt = hasCrashed ? row.beatAt : row.endedAt;
  return {
    id: row.id,
    service: PROCESS_ROLES.find((service) => service === row.service) ?? "web",
    sha: row.sha,
    builtAt: row.builtAt.toISOString(),
    host: row.host,
    pid: row.pid,
    startedAt: row.startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    status: hasCrashed ? "crashed" : endedAt === null ? "running" : "stopped",
  };
}
