/** The supervisor's message with which a connection comes that it accepted. */
export const HANDED = "connection";

/** A role has had no connection for a while. `connections` counts all that it has ever been handed. */
export interface Quiet {
  type: "quiet";
  connections: number;
}

export type Place = { port: number; host: string } | { socketPath: string };
