/** Work that goes on in an organisation, as the control plane knows it. */
export interface RunningWork {
  id: string;
  kind: "create" | "branch" | "restore-point" | "restore" | "statement" | "import";
  databaseId: string;
  databaseName: string;
  /** ISO 8601, UTC. */
  startedAt: string;
}
