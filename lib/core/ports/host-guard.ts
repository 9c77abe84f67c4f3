/** What the guard beside a cluster looks at. A later guard may know more. */
export const GUARD_RULES = [
  "lock-table",
  "notify-queue",
  "idle-transaction",
  "old-transaction",
  "temporary-space",
  "memory",
  "connections",
  "database-size",
  "volume",
] as const;

export const GUARD_ACTS = ["ended_session", "made_read_only", "closed", "opened", "warned"] as const;

export type GuardRule = (typeof GUARD_RULES)[number];
export type GuardAct = (typeof GUARD_ACTS)[number];
export type RestrictionState = "read_only" | "closed";

/** How large a database may become, and whose it is. */
export interface DatabaseLimit {
  databaseId: string;
  organisationId: string;
  maxBytes: bigint;
}

/** What the guard of a host has written, as of one moment. */
export interface GuardReport {
  /** `null` until the guard has looked for the first time. */
  beat: GuardBeat | null;
  restrictions: GuardRestriction[];
  /** The oldest events after the one that was asked for, in order; not always all of them. */
  events: GuardEvent[];
}

export interface GuardBeat {
  at: Date;
  startedAt: Date;
  volumes: GuardVolume[];
}

export interface GuardVolume {
  /** Such as `data` or `wal`. */
  purpose: string;
  path: string;
  freeBytes: number;
  totalBytes: number;
  /** What the guard keeps free of it, where it says so. */
  reserveBytes?: number | undefined;
}

export interface GuardRestriction {
  databaseId: string;
  state: RestrictionState;
  rule: string;
  since: Date;
  /** When a closed database is opened again to be made smaller. */
  until: Date | null;
}

export interface GuardEvent {
  id: bigint;
  at: Date;
  rule: string;
  act: string;
  databaseId: string | null;
  /** The figures that the rule looked at. */
  measured: Record<string, unknown>;
}

/** What the control plane knows of all guards, for those who watch the installation. */
export interface GuardFigures {
  hosts: { name: string; guardSeenAt: Date | null; volumes: GuardVolume[] }[];
  /** How often each act was done since the host was registered. */
  events: { host: string; rule: string; act: string; count: number }[];
  restricted: Record<RestrictionState, number>;
}
