import { ServiceError } from "@/lib/core/errors";

/** Postgres cuts longer names. */
const MAX_NAME_BYTES = 63;

/** The settings that hold unless the client or one of its statements asks for others. */
const DEFAULTS = { statement_timeout: "30s", idle_in_transaction_session_timeout: "60s" };

/** Settings that drivers send, by which a session changes nothing but itself. */
const HEEDED: ReadonlySet<string> = new Set([
  ...["datestyle", "extra_float_digits", "intervalstyle", "search_path", "timezone"],
  ...["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"],
  ...["default_transaction_isolation", "default_transaction_read_only"],
]);

const OFF: ReadonlySet<string> = new Set(["", "0", "false", "off", "no"]);

/**
 * Returns the effective settings of the parameters of a startup message (PostgreSQL 18, 54.7), and of the settings in
 * its `options`, which the parameters replace. All others have no effect. Throws `invalid_request` for a setting that a
 * session can't be without.
 */
export function startupSettings(parameters: ReadonlyMap<string, string>) {
  if (!OFF.has(parameters.get("replication")?.toLowerCase() ?? "")) {
    throw new ServiceError("invalid_request", "Replication isn't available over WebSockets.");
  }
  const encoding = parameters.get("client_encoding") ?? "UTF8";
  if (!/^'?(utf-?8|unicode)'?$/i.test(encoding)) {
    throw new ServiceError("invalid_request", "Connections over WebSockets use the client encoding UTF8.");
  }
  const sent = [...settingsIn(parameters.get("options") ?? ""), ...parameters]
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => HEEDED.has(name));
  return {
    user: parameters.get("user") ?? "",
    applicationName: cutName(parameters.get("application_name") ?? ""),
    settings: { ...DEFAULTS, ...Object.fromEntries(sent) },
  };
}

/** Reads arguments of a server: `-c name=value`, `--name=value`, separated by spaces that no backslash is in front of. */
function settingsIn(options: string): [name: string, value: string][] {
  const words = options.match(/(?:\\.|[^\s\\])+/gs) ?? [];
  const text = words.map((word) => word.replace(/\\(.)/gs, "$1")).join("\0");
  const found = text.matchAll(/(?:^|\0)(?:-c\0?|--)([^=\0]+)=([^\0]*)/g);
  return [...found].map(([, name = "", value = ""]) => [name.replaceAll("-", "_"), value]);
}

function cutName(name: string): string {
  return Buffer.from(name).subarray(0, MAX_NAME_BYTES).toString();
}
