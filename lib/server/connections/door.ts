import type { Server as HttpServer } from "node:http";
import { createServer, type Server, type Socket } from "node:net";
import { startPatience } from "@/lib/core/patience";
import type { DoorRole } from "@/lib/http/door/door-paths";
import { pathOf } from "./first-line";
import { stopReading } from "./stop-reading";

/** A connection that sends nothing readable for so long is the web process's own, which has limits for it. */
const FIRST_LINE_MILLISECONDS = 1_000;

interface Door {
  /** Takes the connections whose first request is for no other role. */
  own: HttpServer;
  /** Returns the role that answers a path, or `null` for the process's own. */
  roleOf(pathname: string): DoorRole | null;
  /** Gives a connection away; `head` is the part that has been read of it. */
  giveAway(role: DoorRole, socket: Socket, head: Buffer): void;
}

/**
 * Accepts the connections of the service's one address, and decides by the first line of each who has it from then on: a
 * request that a role's process reads itself costs this process nothing. Other requests in it come back by a proxy.
 */
export function createDoor(door: Door): Server {
  return createServer((socket) => {
    // A client that is gone already has no address, and must not be taken for the service itself.
    if (socket.remoteAddress === undefined) socket.destroy();
    else decide(door, socket);
  });
}

function decide({ own, roleOf, giveAway }: Door, socket: Socket): void {
  let head: Buffer = Buffer.alloc(0);
  const take = (chunk: Buffer) => {
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    const path = pathOf(head);
    if (path !== undefined) settle(path === null ? null : roleOf(path));
  };
  const settle = (role: DoorRole | null) => {
    endPatience();
    socket.off("data", take).off("error", leave).off("close", leave);
    if (role !== null) {
      stopReading(socket);
      giveAway(role, socket, head);
    } else {
      own.emit("connection", socket);
      if (head.length > 0) socket.unshift(head);
    }
  };
  const leave = () => {
    endPatience();
    socket.destroy();
  };
  const endPatience = startPatience(FIRST_LINE_MILLISECONDS, () => settle(null));
  socket.on("data", take).on("error", leave).on("close", leave);
}
