import { createHash, timingSafeEqual } from "node:crypto";
import type { Environment } from "@/lib/core/env";
import { ServiceError } from "@/lib/core/errors";

/** In development, metrics are open unless a token is set; in production, every request needs the token. */
export function requireMetricsToken(environment: Environment, authorization: string | null): void {
  const { metricsToken, mode } = environment;
  if (metricsToken === null && mode === "development") return;
  const offered = /^bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "";
  if (metricsToken === null || !timingSafeEqual(digest(offered), digest(metricsToken))) {
    throw new ServiceError("unauthorized", "The metrics need the operator's bearer token.", {
      headers: { "WWW-Authenticate": "Bearer" },
    });
  }
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
