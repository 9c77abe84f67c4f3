import type { RealtimeFigures } from "./realtime-exchange";

/** The texts that processes with sockets leave for each other. */
export interface SocketRegistry {
  /** Keeps a text for two minutes. */
  keep(id: string, text: string): Promise<void>;
  /** Returns the kept value, if it `fits`, once. */
  take(id: string, fits: (text: string) => boolean): Promise<string | null>;
  /** Tells the others the connections here, for the next ten seconds. */
  note(figures: ReadonlyMap<string, RealtimeFigures>): Promise<void>;
  /** Returns the connections of a project in each other process. */
  others(projectId: string): Promise<RealtimeFigures[]>;
  close(): Promise<void>;
}
