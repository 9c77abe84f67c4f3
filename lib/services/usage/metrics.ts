/** The metrics that are counted, each with the unit of its amount. */
export const METRICS = {
  invocation: "milliseconds",
  "invocation-error": "errors",
  connection: "seconds",
  egress: "bytes",
  /** Each message is counted; the amount is how many sockets it was handed to. */
  broadcast: "deliveries",
} as const;

export type Metric = keyof typeof METRICS;

/** Usage is kept by the hour for so long. */
export const KEPT_DAYS = 400;

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
