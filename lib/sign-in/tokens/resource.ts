export interface SigningKeyView {
  id: string;
  algorithm: string;
  status: string;
  /** ISO 8601, UTC. */
  createdAt: string;
}
