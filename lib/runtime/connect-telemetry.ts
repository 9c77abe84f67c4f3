import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Environment } from "@/lib/core/env";
import type { Telemetry } from "@/lib/core/ports/telemetry";
import { readVersion } from "@/lib/infra/build-info";

/** Returns `null`, and loads nothing, where no collector is set up. */
export function connectTelemetry(
  { telemetry: settings, roles }: Environment,
  registry: Registry,
  log: Logger,
): Telemetry | null {
  if (settings === null) return null;
  const loading = import("@/lib/infra/telemetry/otlp-telemetry").then(
    ({ OtlpTelemetry }) =>
      new OtlpTelemetry(settings, { version: readVersion(), roles: roles?.join() ?? "all", registry, log }),
  );
  return {
    record: (request) => void loading.then((telemetry) => telemetry.record(request)),
    recordSpan: (span) => void loading.then((telemetry) => telemetry.recordSpan(span)),
    close: async () => (await loading).close(),
  };
}
