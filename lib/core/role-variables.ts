export const PROCESS_ROLES = ["web", "worker", "content", "sql", "realtime", "functions"] as const;
export type ProcessRole = (typeof PROCESS_ROLES)[number];

type Source = Readonly<Record<string, string | undefined>>;

/** Variables that Node, the driver of PostgreSQL, the C library and started programs read of their own accord. */
const OF_THE_MACHINE =
  /^(?:PATH|HOME|USER|LOGNAME|SHELL|TERM|TZ|TMPDIR|LANG|LANGUAGE|GLIBC_TUNABLES|RES_OPTIONS|(?:HTTPS?|NO|ALL)_PROXY|(?:LC|LD|MALLOC|_*NEXT|NODE|OPENSSL|SSL|UV|VIPS)_(?!AUTH)\w+|PG[A-Z]+)$/i;

/** The service's own variables that do not begin with its name. */
const FURTHER: ReadonlySet<string> = new Set([
  ...["PORT", "HOST", "LOG_LEVEL", "DATABASE_URL", "REDIS_URL", "SMTP_URL", "CLIENT_ADDRESS_HEADER", "KONNOS_ISSUER"],
  ...["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS", "OTEL_SERVICE_NAME"],
]);

/** The roles that need a variable; every role needs the others. */
const NEEDED_BY: readonly { names: RegExp; roles: readonly ProcessRole[] }[] = [
  { names: /^SMTP_URL$/, roles: ["web", "worker"] },
  { names: /^COPPICE_(?:BILLING|AI)(?:_|$)/, roles: ["web"] },
  // They say whether this machine has the programs that copy a database.
  { names: /^COPPICE_POSTGRES_BIN$/, roles: ["web", "worker"] },
  // Processes of their own make backups, keep the local window and run PostgreSQL.
  { names: /^COPPICE_(?:BACKUPS|POSTGRES|UPGRADE|WINDOW)(?:_|$)/, roles: [] },
  { names: /^COPPICE_WORKER_PORT$/, roles: ["worker"] },
  { names: /^COPPICE_S3_/, roles: ["web", "worker", "content", "functions"] },
];

/** Returns whether a process with these roles, or with `null` one that has all, needs a variable of the service. */
export function isNeededBy(roles: readonly ProcessRole[] | null, name: string): boolean {
  const rule = NEEDED_BY.find(({ names }) => names.test(name));
  return rule === undefined || roles === null || roles.some((role) => rule.roles.includes(role));
}

/** Leaves out the other variables of the person who started the service, and secrets of other roles. */
export function selectVariables(source: Source, roles: readonly ProcessRole[] | null): NodeJS.ProcessEnv {
  const selected = {} as NodeJS.ProcessEnv;
  for (const [name, value] of Object.entries(source)) {
    const isOwn = name.startsWith("COPPICE_") || FURTHER.has(name);
    if (value !== undefined && (isOwn ? isNeededBy(roles, name) : OF_THE_MACHINE.test(name))) selected[name] = value;
  }
  return selected;
}
