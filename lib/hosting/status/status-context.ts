import type { Registry } from "prom-client";
import type { Context } from "@/lib/core/context";

/** What the routes about the service itself may use. */
export interface StatusContext extends Context {
  /** `null` when no Redis is configured; rejects when it does not answer in time. */
  pingRedis: (() => Promise<void>) | null;
  metrics: Registry;
  /** The commit and time this build was made from. */
  build: { sha: string; timestamp: string };
  securityContact: string | null;
}
