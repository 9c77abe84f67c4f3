import type { Remedy } from "../events/reasons/reason";
import type { ListedSecurityEvent } from "../events/resource";
import type { OwnedMail } from "../users/owned-user";

/** One fact about an account that bears on whether it can be signed in to. */
export interface Finding {
  id: string;
  /** Whether it keeps the user out now. */
  isBlocking: boolean;
  sentence: string;
  /** The advice, if there is any. */
  advice: string | null;
  remedy: Remedy | null;
  /** When it happened, and when it ends. */
  at: string | null;
  until: string | null;
}

export type TimelineEntry =
  | { kind: "event"; at: string; event: ListedSecurityEvent }
  | { kind: "mail"; at: string; mail: OwnedMail; title: string; advice: string | null };

/** Why somebody could not get in. Times are ISO 8601, UTC. */
export interface SignInExplanation {
  /** The subject of the question. */
  email: string | null;
  requestId: string | null;
  user: { id: string; email: string; name: string } | null;
  /** Findings that keep the user out come first. */
  findings: Finding[];
  /** The newest attempts and the mails to the address, newest first. */
  timeline: TimelineEntry[];
}
