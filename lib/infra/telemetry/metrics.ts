import type { MetricObjectWithValues, MetricValue, Registry } from "prom-client";
import { attributesOf, nanosOf } from "./attributes";

const CUMULATIVE = 2;

interface Times {
  startTimeUnixNano: string;
  timeUnixNano: string;
}

type Sample = MetricValue<string> & { metricName?: string };

/** Returns the figures of /metrics, as OTLP's JSON has it. */
export async function metricsOf(registry: Registry, startedAt: number, now: number) {
  const times = { startTimeUnixNano: nanosOf(startedAt), timeUnixNano: nanosOf(now) };
  const metrics = await registry.getMetricsAsJSON();
  return metrics.flatMap((metric) => metricOf(metric as unknown as MetricObjectWithValues<Sample>, times) ?? []);
}

function metricOf({ name, help, type, values }: MetricObjectWithValues<Sample>, times: Times) {
  const described = { name, description: help };
  // The type is the word here, although prom-client declares a number.
  switch (String(type)) {
    case "counter":
      return { ...described, sum: { ...TOTAL, isMonotonic: true, dataPoints: pointsOf(values, times) } };
    case "gauge":
      return { ...described, gauge: { dataPoints: pointsOf(values, times) } };
    case "histogram":
      return { ...described, histogram: { ...TOTAL, dataPoints: histogramPoints(name, values, times) } };
    default:
      return undefined;
  }
}

const TOTAL = { aggregationTemporality: CUMULATIVE };

function pointsOf(values: readonly Sample[], times: Times) {
  return values.map(({ labels, value }) => ({ attributes: attributesOf(labels), ...times, asDouble: value }));
}

/** Buckets of Prometheus hold those below, too; those of OTLP only their own. */
function histogramPoints(name: string, values: readonly Sample[], times: Times) {
  const groups = Map.groupBy(values, ({ labels: { le, ...labels } }) => JSON.stringify(labels));
  return [...groups].map(([labels, samples]) => {
    const totalOf = (suffix: string) => samples.find(({ metricName }) => metricName === name + suffix)?.value ?? 0;
    const buckets = samples.filter(({ labels: { le } }) => le !== undefined);
    return {
      ...{ attributes: attributesOf(JSON.parse(labels)), ...times },
      ...{ count: String(totalOf("_count")), sum: totalOf("_sum") },
      bucketCounts: buckets.map(({ value }, index) => String(value - (buckets[index - 1]?.value ?? 0))),
      explicitBounds: buckets.flatMap(({ labels: { le } }) => (le === "+Inf" ? [] : [Number(le)])),
    };
  });
}
