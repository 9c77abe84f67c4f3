import { Socket } from "node:net";
import type { DoorRole } from "@/lib/http/door/door-paths";
import { stopReading } from "../connections/stop-reading";
import type { RoleOnDemand } from "./role-on-demand";
import type { RoleMessage } from "./role-process";

export type HandedRoles = Partial<Record<DoorRole, RoleOnDemand>>;

/** Hands a connection that the door has given away over to its role. */
export function handOver(message: RoleMessage, connection: unknown, roles: HandedRoles): void {
  // A connection that its client has left meanwhile comes without a socket.
  if (message.type !== "given-away" || !(connection instanceof Socket)) return;
  stopReading(connection);
  const role = roles[message.role];
  if (role) role.take(connection, message.head);
  else connection.destroy();
}
