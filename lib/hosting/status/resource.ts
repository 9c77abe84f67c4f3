import type { BackupProof } from "@/lib/core/backup-status";

/** A fact of the installation that only a restart changes. */
export interface InstallationFact {
  label: string;
  /** The variable that sets it; `null` where another place does. */
  variable: string | null;
  /** Is never a secret, and says `Set` in its place. */
  value: string;
  source: "variable" | "default";
}

/** The backups of the installation as far as this process knows. Times are in ISO 8601, UTC. */
export interface InstallationBackups {
  /** Whether Coppice runs the control plane itself, without which it makes no backups. */
  isEmbedded: boolean;
  /** Whether the last hours are kept on the databases' own disk, which is no backup. */
  hasLocalWindow: boolean;
  /** `null` where there are no backups. */
  kept: {
    place: string;
    /** Everything before is away from the machine; `null` before the first time. */
    upTo: string | null;
    /** The bytes of objects before are, too; `null` where they go before the writes. */
    objectsUpTo: string | null;
    /** The seconds of work that would be lost with the machine now; `null` for all of it. */
    secondsAtRisk: number | null;
    proof: { at: string; outcome: BackupProof["outcome"] } | null;
    /** The time that recovering the databases took in the last proof that proved something. */
    recovery: { at: string; seconds: number } | null;
    /** A sentence about a fault. */
    trouble: string | null;
    /** The registered hosts; `upTo` is `null` for one that isn't backed up. */
    hosts: { name: string; upTo: string | null }[];
  } | null;
}
