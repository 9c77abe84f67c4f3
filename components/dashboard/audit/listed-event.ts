import type { AuditEvent } from "@/lib/people/audit/resource";
import type { Piece } from "./sentences";

export interface ListedEvent extends AuditEvent {
  /** What stands for an actor who is not a person. */
  actor: string;
  sentence: readonly Piece[];
}
