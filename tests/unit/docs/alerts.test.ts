import { readFileSync } from "node:fs";
import type { MetricObjectWithValues, MetricValue } from "prom-client";
import { beforeAll, expect, test } from "vitest";
import { addGuardMetrics } from "@/lib/infra/guard-metrics";
import { createMetrics } from "@/lib/infra/metrics";
import { addServiceMetrics } from "@/lib/infra/service-metrics";
import { addStateMetric } from "@/lib/infra/workerd/state-metric";

const text = readFileSync("deploy/alerts.yaml", "utf8");
const rules = [...text.matchAll(/^ {6}- alert: (\w+)\n {8}expr: (.+)$/gm)].map(([, name = "", expression = ""]) => ({
  name,
  expression,
}));
/** Labels that the server of Prometheus adds, and that its functions read. */
const OF_PROMETHEUS = ["job", "instance", "le"];

let metrics: Map<string, readonly string[]>;
beforeAll(async () => {
  const { registry } = createMetrics();
  const nothing = { read: () => Promise.reject(new Error("there is no control plane")), onError: () => undefined };
  addServiceMetrics(registry, nothing);
  addGuardMetrics(registry, nothing);
  addStateMetric(registry);
  await registry.metrics();
  const found = registry.getMetricsAsArray() as unknown as (MetricObjectWithValues<MetricValue<string>> & {
    labelNames: string[];
  })[];
  metrics = new Map(found.map(({ name, labelNames }) => [name, labelNames]));
});

interface Panel {
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(readFileSync("deploy/grafana-dashboard.json", "utf8")) as { panels: Panel[] };
const shown = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr }) => ({ name: title, expression: expr })),
);

test("every rule of the file is read", () => {
  expect(rules.length).toBe(text.split("- alert:").length - 1);
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

test.each([...rules, ...shown])("$name asks for metrics and labels that there are", ({ expression }) => {
  const names = [...expression.matchAll(/\b(?:coppice|nodejs|process)_\w+/g)].map(([name]) => name);
  if (!expression.startsWith("up{")) expect(names).not.toEqual([]);
  const known = names.map((name) => metrics.get(name) ?? metrics.get(name.replace(/_bucket$/, "")));
  for (const [i, labels] of known.entries()) expect(labels, names[i]).toBeDefined();
  const used = [
    ...[...expression.matchAll(/\{(\w+)=/g)].map(([, label]) => label),
    ...[...expression.matchAll(/by \(([\w, ]+)\)/g)].flatMap(([, list = ""]) => list.split(", ")),
  ];
  for (const label of used) expect([...OF_PROMETHEUS, ...known.flatMap((labels) => labels ?? [])]).toContain(label);
});
