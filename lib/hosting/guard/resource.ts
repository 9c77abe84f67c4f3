import type { RestrictionState } from "@/lib/core/ports/host-guard";

export type { GuardAct, GuardRule } from "@/lib/core/ports/host-guard";

/** What the guard of the host takes from a database. */
export interface Restriction {
  state: RestrictionState;
  /** Such as `database-size`. */
  rule: string;
  /** ISO 8601, UTC. */
  since: string;
  /** When a closed database is opened again to be made smaller. */
  until: string | null;
  /** How large the database may be. */
  limitBytes: number;
}

/** What the guard of the host did about a database. */
export interface HostEvent {
  id: string;
  rule: string;
  act: string;
  /** The figures that the rule looked at. */
  measured: Record<string, unknown>;
  /** ISO 8601, UTC. */
  at: string;
}
