import { z } from "zod";

/** The collector that traces and metrics are sent to, by the variables of OpenTelemetry. */
export interface TelemetrySettings {
  /** The start of the addresses of a collector's OTLP over HTTP, such as `http://127.0.0.1:4318`. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
}

const PAIR = /^\s*([!#$%&'*+.^_`|~\w-]+)\s*=\s*([^\s,;"\\]*)\s*$/;
const FIELD_VALUE = /^[\x20-\x7e]*$/;

/** Pairs such as `key=value,other=value`, whose values are percent-encoded. */
const Headers = z
  .string()
  .transform((text) => text.split(",").map(toHeader))
  .refine(
    (pairs) => pairs.every(([name, value]) => name !== "" && FIELD_VALUE.test(value)),
    "must be pairs such as key=value, separated by commas",
  )
  .transform((pairs) => Object.fromEntries(pairs));

function toHeader(pair: string): [name: string, value: string] {
  const [, name = "", value = ""] = PAIR.exec(pair) ?? [];
  return [name, value.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))];
}

export const TelemetryVariables = z.object({
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: Headers.optional(),
  OTEL_SERVICE_NAME: z.string().min(1).optional(),
});

/** Returns `null` where nothing is sent. */
export function telemetryOf(variables: z.infer<typeof TelemetryVariables>, name: string): TelemetrySettings | null {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = variables;
  if (endpoint === undefined) return null;
  return { endpoint: endpoint.replace(/\/+$/, ""), headers, serviceName: variables.OTEL_SERVICE_NAME ?? name };
}
