import type { RestrictionState } from "@/lib/core/ports/host-guard";

export type { GuardAct, GuardRule } from "@/lib/core/ports/host-guard";

/** The access that the host's guard takes from a database. */
export interface Restriction {
  state: RestrictionState;
  /** Such as `database-size`. */
  rule: string;
  /** ISO 8601, UTC. */
  since: string;
  /** When a closed database is opened again to be made smaller. */
  until: string | null;
  /** The size that the database may reach. */
  limitBytes: number;
}

/** An act of the host's guard on a database. */
export interface HostEvent {
  id: string;
  rule: string;
  act: string;
  /** The figures that the rule looked at. */
  measured: Record<string, unknown>;
  /** ISO 8601, UTC. */
  at: string;
}
