/** The causes for which the guard beside a cluster acts. A later guard may know more. */
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

/** The size that a database may reach, and its owner. */
export interface DatabaseLimit {
  databaseId: string;
  organisationId: string;
  maxBytes: bigint;
}

/** The last report of a host's guard, as of one moment. */
export interface GuardReport {
  /** `null` until the guard has looked for the first time. */
  beat: GuardBeat | null;
  restrictions: GuardRestriction[];
  /** The oldest events after the given one, in order; not always all of them. */
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
  /** The bytes of it that the guard keeps free, if it reports them. */
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

/** The control plane's knowledge of all guards, for those who watch the installation. */
export interface GuardFigures {
  hosts: { name: string; guardSeenAt: Date | null; volumes: GuardVolume[] }[];
  /** The number of times each act was done since the host was registered. */
  events: { host: string; rule: string; act: string; count: number }[];
  restricted: Record<RestrictionState, number>;
}
