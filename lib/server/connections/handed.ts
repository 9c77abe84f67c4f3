import type { DoorRole } from "@/lib/http/door/door-paths";

/** The supervisor's message with which it hands a role's process a connection. */
export interface Handed {
  type: "connection";
  /** The bytes that the door has read of it, in base64; `null` where the connection came to the role's own place. */
  head: string | null;
}

/** The web process's message with which the door gives the supervisor a connection for a role. */
export interface GivenAway {
  type: "given-away";
  role: DoorRole;
  /** The bytes that have been read of the connection, in base64. */
  head: string;
}

/** A process has the connection that it was handed, and has read nothing of it yet. `connections` counts all that came. */
export interface Received {
  type: "received";
  connections: number;
}

/** A role has had no connection for a while. `connections` counts all that it has ever been handed. */
export interface Quiet {
  type: "quiet";
  connections: number;
}

export type Place = { port: number; host: string } | { socketPath: string };
