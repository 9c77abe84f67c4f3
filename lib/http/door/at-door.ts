import type { Environment } from "@/lib/core/env";
import { type PassedRequests, passRequests } from "../lanes/pass-requests";
import { passUpgrades } from "../lanes/pass-upgrades";
import { joinUpgrades, type Upgrades } from "../lanes/upgrades";
import { answersAtDoor, type DoorRole, SOCKET_PATHS } from "./door-paths";

/** The requests and WebSockets that a role with connections of the door passes on to the web process. */
export interface AtDoor {
  foreign: PassedRequests;
  upgrades: Upgrades;
}

/** Returns `null` where no door hands connections over. `own` takes the role's own WebSockets. */
export function atDoor(
  role: DoorRole,
  { webSocket, clientAddressHeader }: Pick<Environment, "webSocket" | "clientAddressHeader">,
  own?: Upgrades,
): AtDoor | null {
  if (webSocket === null) return null;
  const others = Object.values(SOCKET_PATHS)
    .flat()
    .filter((path) => !SOCKET_PATHS[role].includes(path));
  const sockets = Object.fromEntries(others.map((path) => [path, webSocket]));
  return {
    foreign: passRequests({ takes: (pathname) => !answersAtDoor(role, pathname), socketPath: webSocket }),
    upgrades: joinUpgrades([...(own ? [own] : []), passUpgrades({ sockets, clientAddressHeader })]),
  };
}
