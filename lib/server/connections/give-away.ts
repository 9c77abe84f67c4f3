import type { Socket } from "node:net";
import type { DoorRole } from "@/lib/http/door/door-paths";
import type { GivenAway } from "./handed";

/** Gives the supervisor a connection for a role; `head` is the part that has been read of it. */
export function giveAway(role: DoorRole, socket: Socket, head: Buffer): void {
  const message: GivenAway = { type: "given-away", role, head: head.toString("base64") };
  // Without the supervisor, this process is about to end.
  process.send?.(message, socket, { keepOpen: false }, (error) => error && socket.destroy());
}
