import type { AuditEvent, SentencePiece } from "@/lib/people/audit/resource";

export interface ListedEvent extends AuditEvent {
  /** The label of an actor who is not a person. */
  actor: string;
  sentence: readonly SentencePiece[];
}
