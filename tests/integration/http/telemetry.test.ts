import { randomBytes } from "node:crypto";
import pino from "pino";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OtlpTelemetry } from "@/lib/infra/telemetry/otlp-telemetry";
import { type Collector, startCollector } from "@/tests/support/collector";
import { startFunctionsServer } from "@/tests/support/functions-server";
import { type InProcessServer, startInProcess } from "@/tests/support/in-process-server";

let collector: Collector;
let server: InProcessServer | undefined;

beforeEach(async () => {
  collector = await startCollector();
});

afterEach(async () => {
  await server?.close();
  server = undefined;
  collector.close();
});

async function startWith(variables: Record<string, string> = {}): Promise<InProcessServer> {
  server = await startInProcess({ variables: { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`, ...variables } });
  return server;
}

/** Ends the service, which sends the rest. */
async function end(): Promise<void> {
  await server?.close();
  server = undefined;
}

const { spans, bodyOf } = { spans: () => collector.spans(), bodyOf: (path: string) => collector.bodyOf(path) };
const metric = (name: string) =>
  bodyOf("/v1/metrics").resourceMetrics[0].scopeMetrics[0].metrics.find((each: { name: string }) => each.name === name);
const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });

it("sends a span of each request, in the trace that its caller began, and nothing that is secret", async () => {
  const { baseUrl } = await startWith({ OTEL_EXPORTER_OTLP_HEADERS: "api-key=of%20ours", OTEL_SERVICE_NAME: "ours" });
  const [traceId, parentSpanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  const traceparent = `00-${traceId}-${parentSpanId}-01`;
  const headers = { Authorization: "Bearer mk_coppice_nobody", "X-Request-Id": "req_of-the-caller", traceparent };
  await fetch(`${baseUrl}/api/v1/databases/db_${"0".repeat(20)}?secret=hunter2`, { headers });
  await fetch(`${baseUrl}/info`, { headers: { traceparent: `00-${"0".repeat(32)}-${parentSpanId}-01` } });
  await end();
  expect(spans()).toEqual([
    expect.objectContaining({
      ...{ name: "getDatabase", kind: 2, traceId, parentSpanId, spanId: expect.stringMatching(/^[0-9a-f]{16}$/) },
      attributes: [
        text("http.request.method", "GET"),
        { key: "http.response.status_code", value: { intValue: "401" } },
        text("coppice.operation", "getDatabase"),
        text("coppice.request_id", "req_of-the-caller"),
      ],
    }),
    expect.objectContaining({ name: "getInfo", traceId: expect.not.stringMatching(/^0+$/) }),
  ]);
  expect(spans()[1]).not.toHaveProperty("parentSpanId");
  for (const { startTimeUnixNano, endTimeUnixNano } of spans()) {
    expect(BigInt(endTimeUnixNano)).toBeGreaterThan(BigInt(startTimeUnixNano));
  }
  expect(bodyOf("/v1/traces").resourceSpans[0].resource.attributes).toContainEqual(text("service.name", "ours"));
  expect(collector.sent.map(({ key }) => key)).toEqual(["of ours", "of ours"]);
  expect(JSON.stringify(collector.sent)).not.toMatch(/hunter2|nobody|db_0000/);
});

it("sends a span of a function's call below its request's, and has the function's own below that", async () => {
  const functions = await startFunctionsServer({}, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint });
  const index = `export default { fetch: (request) => new Response(request.headers.get("traceparent")) };`;
  const { status } = await functions.ask("POST", "/hello/deployments", { files: { "index.ts": index } });
  expect(status).toBe(201);
  const given = await (await functions.ask("POST", "/hello/invoke")).text();
  await functions.close();
  const request = spans().find(({ name }) => name === "invokeFunction");
  const call = spans().find(({ name }) => name === "hello");
  expect(call).toMatchObject({ kind: 3, traceId: request?.traceId, parentSpanId: request?.spanId });
  expect(request).not.toHaveProperty("parentSpanId");
  expect(given).toBe(`00-${request?.traceId}-${call?.spanId}-01`);
});

it("sends the metrics that /metrics prints", async () => {
  const { baseUrl } = await startWith();
  await fetch(`${baseUrl}/info`);
  await end();
  const { sum } = metric("coppice_http_requests_total");
  expect(sum).toMatchObject({ isMonotonic: true, aggregationTemporality: 2 });
  expect(sum.dataPoints).toEqual([expect.objectContaining({ asDouble: 1 })]);
  const [point] = metric("coppice_http_request_duration_seconds").histogram.dataPoints;
  expect(point).toMatchObject({ count: "1", attributes: [text("operation", "getInfo")] });
  expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
  expect(point.bucketCounts.reduce((total: number, count: string) => total + Number(count), 0)).toBe(1);
  expect(metric("process_resident_memory_bytes").gauge.dataPoints[0].asDouble).toBeGreaterThan(0);
});

it("goes on without a collector, says once that it is away, and sends again the data it may take later", async () => {
  collector.status = 503;
  const { baseUrl } = await startWith();
  expect((await fetch(`${baseUrl}/info`)).status).toBe(200);
  await end();
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const settings = { endpoint: collector.endpoint, headers: { "api-key": "hunter2" }, serviceName: "ours" };
  const telemetry = new OtlpTelemetry(settings, { version: "1", roles: "web", registry: new Registry(), log });
  collector.sent = [];
  telemetry.record({ operation: "getInfo", method: "GET", status: 200, milliseconds: 1 });
  await telemetry.close();
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ msg: "telemetry couldn't be sent" }]);
  expect(lines.join()).not.toContain("hunter2");
  const [first] = spans();
  [collector.status, collector.sent] = [400, []];
  await telemetry.close();
  expect(spans()).toEqual([first]);
  [collector.status, collector.sent] = [200, []];
  await telemetry.close();
  expect(collector.sent.map(({ path }) => path)).toEqual(["/v1/metrics"]);
});

const BURST = 5_000;
/** The spans that wait for a collector at most. */
const KEPT = 8_192;

function startTelemetry() {
  const settings = { endpoint: collector.endpoint, headers: {}, serviceName: "ours" };
  const registry = new Registry();
  const log = pino({ level: "silent" });
  const telemetry = new OtlpTelemetry(settings, { version: "1", roles: "web", registry, log });
  const record = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      telemetry.record({ operation: "getInfo", method: "GET", status: 200, milliseconds: 1 });
    }
  };
  const dropped = async () => {
    const [found] = (await registry.getMetricsAsJSON()).filter(({ name }) => name.endsWith("spans_dropped_total"));
    return Object.fromEntries(found?.values.map(({ labels, value }) => [labels.reason, value]) ?? []);
  };
  return { telemetry, record, dropped };
}

it("sends every span of bursts of 5,000, full batches before the rest", async () => {
  const { telemetry, record, dropped } = startTelemetry();
  for (let burst = 1; burst <= 4; burst += 1) {
    record(BURST);
    await expect.poll(() => spans().length).toBe(burst * BURST);
  }
  await telemetry.close();
  const sizes = collector.sent
    .filter(({ path }) => path === "/v1/traces")
    .map(({ body }) => body.resourceSpans[0].scopeSpans[0].spans.length);
  expect(sizes.slice(0, 4)).toEqual([1_024, 1_024, 1_024, 1_024]);
  expect(Math.max(...sizes)).toBe(1_024);
  expect(await dropped()).toEqual({ no_room: 0, refused: 0 });
});

it("keeps so many spans and no more for a collector that is away, and counts the others", async () => {
  collector.status = 503;
  const { telemetry, record, dropped } = startTelemetry();
  record(KEPT + 1_000);
  await expect.poll(() => collector.sent.length).toBe(1);
  record(500);
  expect(await dropped()).toEqual({ no_room: 1_500, refused: 0 });
  [collector.status, collector.sent] = [200, []];
  await telemetry.close();
  expect(spans()).toHaveLength(KEPT);
  expect(bodyOf("/v1/metrics")).toBeDefined();
  expect(metric("coppice_telemetry_spans_dropped_total").sum.dataPoints).toContainEqual(
    expect.objectContaining({ attributes: [text("reason", "no_room")], asDouble: 1_500 }),
  );
});

it("counts the spans that the collector refuses", async () => {
  collector.status = 400;
  const { telemetry, record, dropped } = startTelemetry();
  record(3);
  await telemetry.close();
  expect(await dropped()).toEqual({ no_room: 0, refused: 3 });
});

it("sends nothing where no collector is named", async () => {
  const { baseUrl } = await startWith({ OTEL_EXPORTER_OTLP_ENDPOINT: "" });
  await fetch(`${baseUrl}/info`);
  await end();
  expect(collector.sent).toEqual([]);
});

it("says which variable is wrong, without its value", async () => {
  for (const headers of ["hunter2", "key=hunter2%0d%0aother:1"]) {
    const error = await startWith({ OTEL_EXPORTER_OTLP_HEADERS: headers }).catch(String);
    expect(error).toContain("OTEL_EXPORTER_OTLP_HEADERS: must be pairs");
    expect(error).not.toContain("hunter2");
  }
});
