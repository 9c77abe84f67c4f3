import { z } from "zod";

/** The settings by which `npm start` runs the roles besides `web` and `worker`. */
export interface RoleStart {
  /** Each begins with its first connection, and ends when it had none for a while. */
  isOnDemand: boolean;
  quietSeconds: number;
}

/** The time for which a process that was asked to stop says that it isn't ready, before it takes no more connections. */
export const DEFAULT_DRAIN_SECONDS = { development: 0, production: 5 } as const;

export const RoleVariables = z.object({
  COPPICE_ROLE_START: z.enum(["on-demand", "at-once"]).optional(),
  COPPICE_ROLE_QUIET_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
  COPPICE_WORKER_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  COPPICE_DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).optional(),
});

/** With the embedded PostgreSQL, memory comes first; with one of the operator's, the first request does. */
export function roleStartOf(variables: z.infer<typeof RoleVariables>, isEmbedded: boolean): RoleStart {
  const start = variables.COPPICE_ROLE_START ?? (isEmbedded ? "on-demand" : "at-once");
  return { isOnDemand: start === "on-demand", quietSeconds: variables.COPPICE_ROLE_QUIET_SECONDS };
}
