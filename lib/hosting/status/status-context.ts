import type { Registry } from "prom-client";
import type { BackupContext } from "@/lib/hosting/past-restores/context";
import type { KnownHealth } from "./known-health";

export interface StatusContext extends BackupContext {
  /** Asks Redis for an answer, and rejects without one in time; `null` when no Redis is configured. */
  pingRedis: (() => Promise<void>) | null;
  health: KnownHealth;
  /** The process takes no more requests soon, so nobody should send it new ones. */
  drain: { isDraining: boolean };
  metrics: Registry;
  /** Returns the version of the package; for processes that run in its folder. */
  version: () => string;
  build: { sha: string; timestamp: string };
  securityContact: string | null;
}
