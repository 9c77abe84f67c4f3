/** Work that goes on in an organisation, as the control plane knows it. */
export interface RunningWork {
  id: string;
  kind: "create" | "branch" | "restore-point" | "restore" | "move" | "statement" | "import" | "background-run";
  databaseId: string;
  databaseName: string;
  /** Whether it waits to begin. */
  isQueued: boolean;
  /** ISO 8601, UTC. */
  startedAt: string;
}
