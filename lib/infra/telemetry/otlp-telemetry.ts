import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { patienceSignal } from "@/lib/core/patience";
import type { AnsweredRequest, Telemetry } from "@/lib/core/ports/telemetry";
import type { TelemetrySettings } from "@/lib/core/telemetry-settings";
import type { Span } from "@/lib/core/trace";
import { attributesOf } from "./attributes";
import { metricsOf } from "./metrics";
import { partOf, spanOf } from "./spans";

const SPANS_EVERY_MS = 5_000;
const METRICS_EVERY_MS = 60_000;
/** Spans beyond so many, which wait for a collector that is away, are dropped. */
const MOST_SPANS = 4_096;
const TIMEOUT_MS = 3_000;
/** With these, OTLP asks for the same once more. */
const LATER: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/** Answers after which the same spans would be refused again. */
class CollectorRefusal extends Error {}

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
  readonly #timers: NodeJS.Timeout[];
  #spans: ReturnType<typeof spanOf>[] = [];
  #sending: Promise<unknown> = Promise.resolve();
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
    this.#timers = [
      setInterval(() => void this.#send(() => this.#sendSpans()), SPANS_EVERY_MS),
      setInterval(() => void this.#send(() => this.#sendMetrics()), METRICS_EVERY_MS),
    ];
    for (const timer of this.#timers) timer.unref();
  }

  record(request: AnsweredRequest): void {
    if (this.#spans.length < MOST_SPANS) this.#spans.push(spanOf(request, Date.now()));
  }

  recordSpan(span: Span): void {
    if (this.#spans.length < MOST_SPANS) this.#spans.push(partOf(span));
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#send(() => this.#sendSpans());
    await this.#send(() => this.#sendMetrics());
  }

  /** Sends one after the other. A collector that is away is told of once. */
  #send(work: () => Promise<void>): Promise<unknown> {
    this.#sending = this.#sending.then(work).then(
      () => {
        this.#isAway = false;
      },
      (error: unknown) => {
        if (!this.#isAway) this.#process.log.warn({ err: error }, "telemetry couldn't be sent");
        this.#isAway = true;
      },
    );
    return this.#sending;
  }

  async #sendSpans(): Promise<void> {
    const spans = this.#spans;
    if (spans.length === 0) return;
    this.#spans = [];
    const scopeSpans = [{ scope: this.#scope, spans }];
    try {
      await this.#post("/v1/traces", { resourceSpans: [{ resource: this.#resource, scopeSpans }] });
    } catch (error) {
      if (!(error instanceof CollectorRefusal)) this.#spans = [...spans, ...this.#spans].slice(0, MOST_SPANS);
      throw error;
    }
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
