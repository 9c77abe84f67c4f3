import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { Counter, type Registry } from "prom-client";
import { patienceSignal } from "@/lib/core/patience";
import type { AnsweredRequest, Telemetry } from "@/lib/core/ports/telemetry";
import type { TelemetrySettings } from "@/lib/core/telemetry-settings";
import type { Span } from "@/lib/core/trace";
import { attributesOf } from "./attributes";
import { metricsOf } from "./metrics";
import { CollectorRefusal, SpanQueue } from "./span-queue";
import { partOf, spanOf } from "./spans";

const METRICS_EVERY_MS = 60_000;
const TIMEOUT_MS = 3_000;
/** With these, OTLP asks for the same once more. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

interface Process {
  version: string;
  roles: string;
  registry: Registry;
  log: Logger;
}

/** Sends spans and metrics to a collector by OTLP over HTTP, as JSON (docs/decisions/215). */
export class OtlpTelemetry implements Telemetry {
  readonly #settings: TelemetrySettings;
  readonly #process: Process;
  readonly #startedAt = Date.now();
  readonly #resource;
  readonly #scope;
  readonly #timer: NodeJS.Timeout;
  readonly #spans: SpanQueue<ReturnType<typeof spanOf>>;
  #sendingMetrics: Promise<unknown> = Promise.resolve();
  #isAway = false;

  constructor(settings: TelemetrySettings, process: Process) {
    this.#settings = settings;
    this.#process = process;
    const { version, roles } = process;
    this.#scope = { name: "coppice", version };
    this.#resource = {
      attributes: attributesOf({
        ...{ "service.name": settings.serviceName, "service.version": version },
        ...{ "service.instance.id": randomUUID(), "coppice.roles": roles },
      }),
    };
    const dropped = new Counter({
      name: "coppice_telemetry_spans_dropped_total",
      help: "Spans that never reached the collector: there was no room to keep them, or it refused them",
      labelNames: ["reason"],
      registers: [process.registry],
    });
    for (const reason of ["no_room", "refused"]) dropped.inc({ reason }, 0);
    this.#spans = new SpanQueue({
      send: (spans) => this.#sendSpans(spans),
      onDropped: (count, reason) => dropped.inc({ reason }, count),
      onEnd: (error) => this.#noteEnd(error),
    });
    this.#timer = setInterval(() => void this.#sendMetricsInTurn(), METRICS_EVERY_MS);
    this.#timer.unref();
  }

  record(request: AnsweredRequest): void {
    this.#spans.add(spanOf(request, Date.now()));
  }

  recordSpan(span: Span): void {
    this.#spans.add(partOf(span));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#spans.close(TIMEOUT_MS);
    await this.#sendMetricsInTurn();
  }

  /** A collector that is away is told of once. */
  #noteEnd(error: unknown): void {
    if (error !== null && !this.#isAway) this.#process.log.warn({ err: error }, "telemetry couldn't be sent");
    this.#isAway = error !== null;
  }

  #sendMetricsInTurn(): Promise<unknown> {
    this.#sendingMetrics = this.#sendingMetrics
      .then(() => this.#sendMetrics())
      .then(
        () => this.#noteEnd(null),
        (error: unknown) => this.#noteEnd(error),
      );
    return this.#sendingMetrics;
  }

  async #sendSpans(spans: readonly ReturnType<typeof spanOf>[]): Promise<void> {
    const scopeSpans = [{ scope: this.#scope, spans }];
    await this.#post("/v1/traces", { resourceSpans: [{ resource: this.#resource, scopeSpans }] });
  }

  async #sendMetrics(): Promise<void> {
    const metrics = await metricsOf(this.#process.registry, this.#startedAt, Date.now());
    const scopeMetrics = [{ scope: this.#scope, metrics }];
    await this.#post("/v1/metrics", { resourceMetrics: [{ resource: this.#resource, scopeMetrics }] });
  }

  async #post(path: string, body: unknown): Promise<void> {
    const response = await fetch(this.#settings.endpoint + path, {
      method: "POST",
      headers: { ...this.#settings.headers, "Content-Type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: patienceSignal(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return;
    const message = `the collector answered ${response.status}`;
    throw LATER.has(response.status) ? new Error(message) : new CollectorRefusal(message);
  }
}
