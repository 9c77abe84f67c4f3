import { Gauge, type Registry } from "prom-client";
import type { FunctionState } from "@/lib/core/ports/function-runtime";

const STATES = ["sandbox", "bubblewrap", "namespace", "plain", "unanswered", "none"] as const;

/** Adds the metric of how this process runs functions. Returns the function that sets it. */
export function addStateMetric(registry: Registry): (state: FunctionState) => void {
  const gauge = new Gauge({
    name: "coppice_functions_state",
    help: "1 for how functions are run: by which sandbox, unanswered while it does not answer, none for not at all",
    labelNames: ["state"],
    registers: [registry],
  });
  return (state) => {
    for (const each of STATES) gauge.set({ state: each }, each === (state ?? "none") ? 1 : 0);
  };
}
