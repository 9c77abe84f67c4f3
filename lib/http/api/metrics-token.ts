import { createHash, timingSafeEqual } from "node:crypto";
import type { Environment } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";

/** In development, metrics are open unless a token is set; in production, every request needs the token. */
export function mayReadMetrics({ metricsToken, mode }: Environment, authorization: string | null): boolean {
  if (metricsToken === null) return mode === "development";
  const offered = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  return timingSafeEqual(digest(offered), digest(metricsToken));
}

export function requireMetricsToken(environment: Environment, authorization: string | null): void {
  if (mayReadMetrics(environment, authorization)) return;
  throw new ServiceError("unauthorized", "The metrics need the operator's bearer token.", {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
