import type { Logger } from "pino";
import { type Environment, roleVariables } from "@/lib/core/env";
import type { ProcessRole } from "@/lib/core/role-variables";
import type { DoorRole } from "@/lib/http/door/door-paths";
import type { Place } from "../connections/handed";
import type { EmbeddedPostgres } from "../embedded-postgres/start";
import { guardArguments } from "../host-guard/arguments";
import type { HandedRoles } from "./hand-over";
import { RoleOnDemand } from "./role-on-demand";
import { forkSelf, RoleProcess } from "./role-process";

type FurtherRoles = HandedRoles & { content: RoleProcess | RoleOnDemand };

/** Returns the roles beside `web` and `worker`. The development server answers SQL itself, and takes no WebSockets. */
export function furtherRoles(environment: Environment, log: Logger): FurtherRoles {
  const { contentPort: port, host, sqlSocket, realtimeSocket, functionsSocket, roleStart } = environment;
  const launch = (name: ProcessRole, args: string[]) => forkSelf(roleVariables(environment, [name]), args);
  const handed = (name: ProcessRole, place: Place) =>
    new RoleOnDemand({
      name,
      log,
      place,
      startsAtOnce: !roleStart.isOnDemand,
      launch: () => launch(name, ["--handed"]),
    });
  const at = (name: DoorRole, socketPath: string | null) =>
    socketPath === null ? {} : { [name]: handed(name, { socketPath }) };
  return {
    content: roleStart.isOnDemand
      ? handed("content", { port, host })
      : new RoleProcess({ name: "content", log, launch: () => launch("content", []) }),
    ...at("sql", sqlSocket),
    ...at("realtime", realtimeSocket),
    ...at("functions", functionsSocket),
  };
}

/** The guard gets no variable that holds a secret: it runs as the user that the customers' cluster runs as. */
export function guardOf({ host }: EmbeddedPostgres, { logLevel }: Environment, log: Logger): RoleProcess {
  const variables = { LOG_LEVEL: logLevel } as unknown as NodeJS.ProcessEnv;
  return new RoleProcess({ name: "host guard", log, launch: () => forkSelf(variables, guardArguments(host)) });
}

export function backupsOf(environment: Environment, log: Logger): RoleProcess {
  const launch = () => forkSelf(roleVariables(environment, []), ["--backups"]);
  return new RoleProcess({ name: "backups", log, launch });
}
