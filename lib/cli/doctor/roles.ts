import type { CommandSession } from "@/lib/cli/command-line";
import { readRoles } from "@/lib/hosting/status/roles";
import { type Check, ok, warn } from "./checks";

const NAME = "roles";

/** Says which roles run. One that starts with its first request sleeps while it has none, which is no fault. */
export async function checkRoles({ ctx, environment, isServing }: CommandSession): Promise<Check[]> {
  if (!isServing) return [ok(NAME, "start with the service")];
  const { roles } = await readRoles(ctx);
  const { isOnDemand } = environment.roleStart;
  const sleeps = (role: string) => isOnDemand && !ALWAYS.includes(role);
  const inState = (state: string) => Object.keys(roles).filter((role) => roles[role] === state);
  const [running, stopped, crashed] = [inState("running"), inState("stopped"), inState("crashed")];
  const asleep = stopped.filter(sleeps);
  const away = stopped.filter((role) => !sleeps(role));
  const detail = [
    inWords(running, "running"),
    inWords(asleep, "asleep until the first request"),
    inWords(away, "stopped"),
    inWords(crashed, "ended without a word"),
  ].flat();
  const found = detail.join("; ") || "none has run yet";
  if (crashed.length > 0) return [warn(NAME, found, "The log of the last process of each role says why it ended.")];
  return [
    away.length > 0 ? warn(NAME, found, "Start them, unless another process does their work now.") : ok(NAME, found),
  ];
}

/** The roles that never sleep. */
const ALWAYS: readonly string[] = ["web", "worker"];

function inWords(roles: readonly string[], state: string): string[] {
  return roles.length === 0 ? [] : [`${roles.join(", ")} ${state}`];
}
