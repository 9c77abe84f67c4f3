import { z } from "zod";

/** The way in which `npm start` runs the roles besides `web`, `worker` and `content`. */
export interface RoleStart {
  /** Each begins with its first connection, and ends when it had none for a while. */
  isOnDemand: boolean;
  quietSeconds: number;
}

export const RoleVariables = z.object({
  COPPICE_ROLE_START: z.enum(["on-demand", "at-once"]).optional(),
  COPPICE_ROLE_QUIET_SECONDS: z.coerce.number().int().min(1).max(86_400).default(300),
});

/** With the embedded PostgreSQL, memory comes first; with one of the operator's, the first request does. */
export function roleStartOf(variables: z.infer<typeof RoleVariables>, isEmbedded: boolean): RoleStart {
  const start = variables.COPPICE_ROLE_START ?? (isEmbedded ? "on-demand" : "at-once");
  return { isOnDemand: start === "on-demand", quietSeconds: variables.COPPICE_ROLE_QUIET_SECONDS };
}
