import { Counter, Gauge, type Registry } from "prom-client";
import type { GuardFigures } from "@/lib/core/ports/host-guard";
import { type FigureSource, sharedRead } from "./shared-read";

/** Adds the metrics of hosts, which are read at each scrape. While they cannot be read, the others are still there. */
export function addGuardMetrics(registry: Registry, source: FigureSource<GuardFigures>): void {
  const read = sharedRead(source);
  const gauge = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[],
    set: (metric: Gauge<Label>, figures: GuardFigures) => void,
  ) =>
    new Gauge({
      ...{ name, help, labelNames, registers: [registry] },
      async collect() {
        const figures = await read();
        this.reset();
        if (figures) set(this, figures);
      },
    });
  const volumes = (figures: GuardFigures) =>
    figures.hosts.flatMap((host) => host.volumes.map((volume) => ({ host: host.name, ...volume })));

  gauge("coppice_host_free_bytes", "Free bytes of a host's volumes", ["host", "volume"], (metric, figures) => {
    for (const { host, purpose, freeBytes } of volumes(figures)) metric.set({ host, volume: purpose }, freeBytes);
  });
  gauge("coppice_host_total_bytes", "Size of a host's volumes", ["host", "volume"], (metric, figures) => {
    for (const { host, purpose, totalBytes } of volumes(figures)) metric.set({ host, volume: purpose }, totalBytes);
  });
  gauge(
    "coppice_host_guard_last_seen_timestamp_seconds",
    "When the guard of a host last looked",
    ["host"],
    (metric, { hosts }) => {
      for (const { name, guardSeenAt } of hosts) {
        if (guardSeenAt) metric.set({ host: name }, guardSeenAt.getTime() / 1_000);
      }
    },
  );
  gauge("coppice_databases_restricted", "Databases that are not fully open", ["state"], (metric, { restricted }) => {
    for (const [state, databases] of Object.entries(restricted)) metric.set({ state }, databases);
  });
  new Counter({
    ...{ name: "coppice_host_events_total", help: "Actions of the guards of hosts" },
    ...{ labelNames: ["host", "rule", "act"], registers: [registry] },
    async collect() {
      const figures = await read();
      this.reset();
      for (const { host, rule, act, count } of figures?.events ?? []) this.inc({ host, rule, act }, count);
    },
  });
}
