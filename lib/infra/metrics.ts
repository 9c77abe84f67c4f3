import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { AnsweredRequest } from "@/lib/core/ports/telemetry";

/** Begins its figures of the process at the first scrape: it's taken by timers, which nobody else needs. */
class ScrapedRegistry extends Registry {
  #isWatching = false;

  override metrics(): Promise<string> {
    this.#watch();
    return super.metrics();
  }

  override getMetricsAsJSON() {
    this.#watch();
    return super.getMetricsAsJSON();
  }

  #watch(): void {
    if (!this.#isWatching) collectDefaultMetrics({ register: this });
    this.#isWatching = true;
  }
}

/** Makes the registry that /metrics prints, and the function that records one request in it. */
export function createMetrics() {
  const registry = new ScrapedRegistry();
  const requests = new Counter({
    name: "coppice_http_requests_total",
    help: "Requests answered, by operation and status",
    labelNames: ["operation", "method", "status"],
    registers: [registry],
  });
  const duration = new Histogram({
    name: "coppice_http_request_duration_seconds",
    help: "Time from the first byte of a request to its answer",
    labelNames: ["operation"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const observe = ({ operation, method, status, milliseconds }: AnsweredRequest) => {
    requests.inc({ operation, method, status });
    duration.observe({ operation }, milliseconds / 1000);
  };
  return { registry, observe };
}
