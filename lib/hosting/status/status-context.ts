import type { Registry } from "prom-client";
import type { BackupStatus } from "@/lib/core/backup-status";
import type { Context } from "@/lib/core/context";

export interface StatusContext extends Context {
  /** Asks Redis for an answer, and rejects without one in time; `null` when no Redis is configured. */
  pingRedis: (() => Promise<void>) | null;
  /** Returns how the backups of the embedded databases stand; `null` where none are made. */
  readBackups: () => Promise<BackupStatus | null>;
  /** The process takes no more requests soon, so nobody should send it new ones. */
  drain: { isDraining: boolean };
  metrics: Registry;
  build: { sha: string; timestamp: string };
  securityContact: string | null;
}
