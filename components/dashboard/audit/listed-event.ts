import type { AuditEvent, SentencePiece } from "@/lib/people/audit/resource";

export interface ListedEvent extends AuditEvent {
  /** What stands for an actor who is not a person. */
  actor: string;
  sentence: readonly SentencePiece[];
}
