import { Resolver } from "node:dns";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { emailInOneForm } from "@/lib/core/email-address";
import { OperatorError } from "@/lib/core/operator-error";
import { type BackupSettings, BackupVariables, backupsOf, isBucket } from "./backup-settings";
import { type BillingSettings, BillingVariables, billingOf } from "./billing-settings";
import {
  CHANGEABLE_NAMES,
  type ChangeableSettings,
  ChangeableVariables,
  changeableOf,
  type SettingTexts,
} from "./changeable-settings";
import { contentOriginOf, contentPortBeside } from "./content-settings";
import { type FunctionSettings, FunctionVariables, functionsOf } from "./function-settings";
import { readAs } from "./input-sentences";
import { type LocalWindowSettings, LocalWindowVariables, localWindowOf } from "./local-window";
import { originOf } from "./origin-of";
import { type PostgresSettings, PostgresVariables, postgresOf } from "./postgres-settings";
import { requireForProduction } from "./production-variables";
import { type ProviderSettings, ProviderVariables, providersOf } from "./provider-settings";
import { DEFAULT_DRAIN_SECONDS, type RoleStart, RoleVariables, roleStartOf } from "./role-settings";
import { PROCESS_ROLES, type ProcessRole, selectVariables } from "./role-variables";
import { type S3Settings, S3Variables, s3AccessOf, s3Of } from "./s3-settings";
import { SERVICE } from "./service";
import { PATH_VARIABLES, pathVariablesOf, type SharedPaths, sharedPathsOf } from "./shared-paths";
import { type TelemetrySettings, TelemetryVariables, telemetryOf } from "./telemetry-settings";

/** No other module reads `process.env`: every other one takes its values as arguments. */

const Port = z.coerce.number().int().min(0).max(65_535);
const Role = z.enum(PROCESS_ROLES);

const NameServer = z.string().refine((text) => {
  try {
    new Resolver().setServers([text]);
    return true;
  } catch {
    return false;
  }
}, "must be addresses of name servers");

/** Email addresses in the form that the accounts of the dashboard have. */
const Addresses = z
  .string()
  .transform((text) => text.split(",").map((address) => emailInOneForm(address.trim())))
  .pipe(z.array(z.email("must be email addresses, separated by commas")).min(1));

const Variables = z.object({
  COPPICE_ENV: z.enum(["development", "production"]).default("development"),
  PORT: Port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  COPPICE_URL: z.url({ protocol: /^https?$/ }).optional(),
  COPPICE_CONTENT_URL: z.url({ protocol: /^https?$/ }).optional(),
  COPPICE_CONTENT_PORT: Port.optional(),
  ...PATH_VARIABLES,
  COPPICE_DATA_DIR: z.string().min(1).default(".coppice"),
  COPPICE_ROLES: z
    .string()
    .transform((text) => text.split(",").map((role) => role.trim()))
    .pipe(z.array(Role).min(1))
    .optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  COPPICE_REQUEST_LOG: z.enum(["none", "failed", "all"]).default("none"),
  DATABASE_URL: z.string().min(1).optional(),
  REDIS_URL: z.string().min(1).optional(),
  COPPICE_DNS_SERVERS: z
    .string()
    .transform((text) => text.split(",").map((server) => server.trim()))
    .pipe(z.array(NameServer))
    .optional(),
  COPPICE_SECRET_KEYS: z.string().min(1).optional(),
  COPPICE_SECRET_KEYS_FILE: z.string().min(1).optional(),
  CLIENT_ADDRESS_HEADER: z.string().min(1).toLowerCase().optional(),
  COPPICE_METRICS_TOKEN: z.string().min(16).optional(),
  COPPICE_OPERATORS: Addresses.optional(),
  COPPICE_PASSWORD_RANGE_URL: z.url({ protocol: /^https?$/ }).optional(),
  COPPICE_OUTGOING_LOOPBACK: z.enum(["allowed", "refused"]).default("refused"),
  COPPICE_CRASH_AT: z.string().min(1).optional(),
  ...BackupVariables.shape,
  ...BillingVariables.shape,
  ...ChangeableVariables.shape,
  ...FunctionVariables.shape,
  ...LocalWindowVariables.shape,
  ...PostgresVariables.shape,
  ...ProviderVariables.shape,
  ...RoleVariables.shape,
  ...S3Variables.shape,
  ...TelemetryVariables.shape,
});

export interface Environment extends SharedPaths, ChangeableSettings {
  /** The names of the variables that are set. */
  variables: ReadonlySet<string>;
  /** The variables that win over values that the operator stored. */
  fixed: SettingTexts;
  mode: "development" | "production";
  port: number;
  host: string;
  /** Links and tokens carry this origin, which has no slash at the end. */
  url: string;
  /** Serves customers' files, on another site than `url`. */
  contentUrl: string;
  contentPort: number;
  dataDir: string;
  postgres: PostgresSettings;
  /** With `null`, the process starts every role in a process of its own. */
  roles: ProcessRole[] | null;
  roleStart: RoleStart;
  drainSeconds: number;
  /** The port at which a worker says that it runs; `null` for none. */
  workerPort: number | null;
  logLevel: string;
  /** Which requests have a line in the log. */
  requestLog: "none" | "failed" | "all";
  databaseUrl: string | null;
  redisUrl: string | null;
  /** These name servers are asked for the records of a project's domain; `null` means those of the machine. */
  dnsServers: string[] | null;
  secretKeys: { text: string } | { file: string } | null;
  clientAddressHeader: string | null;
  metricsToken: string | null;
  telemetry: TelemetrySettings | null;
  /** Accounts of the dashboard with one of these addresses, proven, may administer the service there. */
  operators: string[];
  passwordRangeUrl: string | null;
  /** Whether webhooks may go to this machine; in development alone. */
  allowsOutgoingLoopback: boolean;
  providers: ProviderSettings;
  billing: BillingSettings | null;
  functions: FunctionSettings;
  /** The store that keeps objects; `null` is the data folder. */
  s3: S3Settings | null;
  backups: BackupSettings | null;
  localWindow: LocalWindowSettings;
  crashAt: string | null;
}

/** Throws one error that names every invalid variable. */
export function readEnvironment(source: Record<string, string | undefined> = process.env): Environment {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = readAs(Variables, present);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
    throw new OperatorError(`Wrong environment: ${problems.join("; ")}`);
  }
  const variables = parsed.data;
  if (variables.COPPICE_ENV === "production") requireForProduction(variables, secretKeysOf(variables) !== null);
  const url = originOf("COPPICE_URL", variables.COPPICE_URL ?? `http://localhost:${variables.PORT}`);
  const contentPort = variables.COPPICE_CONTENT_PORT ?? contentPortBeside(variables.PORT);
  return {
    variables: new Set(Object.keys(present).filter((name) => Object.hasOwn(Variables.shape, name))),
    fixed: Object.fromEntries(CHANGEABLE_NAMES.flatMap((name) => (present[name] ? [[name, present[name]]] : []))),
    ...changeableOf(variables, { mode: variables.COPPICE_ENV, url: url.href }),
    mode: variables.COPPICE_ENV,
    port: variables.PORT,
    host: variables.HOST,
    url: url.origin,
    contentUrl: contentOriginOf(variables.COPPICE_CONTENT_URL, url, variables.HOST, contentPort),
    contentPort,
    ...sharedPathsOf(variables),
    dataDir: resolve(variables.COPPICE_DATA_DIR),
    postgres: postgresOf(variables),
    roles: variables.COPPICE_ROLES ?? null,
    drainSeconds: variables.COPPICE_DRAIN_SECONDS ?? DEFAULT_DRAIN_SECONDS[variables.COPPICE_ENV],
    workerPort: variables.COPPICE_WORKER_PORT ?? null,
    roleStart: roleStartOf(variables, variables.DATABASE_URL === undefined),
    logLevel: variables.LOG_LEVEL,
    requestLog: variables.COPPICE_REQUEST_LOG,
    databaseUrl: variables.DATABASE_URL ?? null,
    redisUrl: variables.REDIS_URL ?? null,
    dnsServers: variables.COPPICE_DNS_SERVERS ?? null,
    secretKeys: secretKeysOf(variables),
    clientAddressHeader: variables.CLIENT_ADDRESS_HEADER ?? null,
    metricsToken: variables.COPPICE_METRICS_TOKEN ?? null,
    telemetry: telemetryOf(variables, SERVICE.slug),
    operators: variables.COPPICE_OPERATORS ?? [],
    passwordRangeUrl: variables.COPPICE_PASSWORD_RANGE_URL ?? null,
    allowsOutgoingLoopback:
      variables.COPPICE_ENV === "development" && variables.COPPICE_OUTGOING_LOOPBACK === "allowed",
    providers: providersOf(variables, variables.COPPICE_ENV),
    billing: billingOf(variables),
    functions: functionsOf(variables),
    s3: s3Of(variables, isBucket(variables.COPPICE_BACKUPS)),
    backups: backupsOf(variables, s3AccessOf(variables)),
    localWindow: localWindowOf(variables, variables.COPPICE_BACKUPS_SCRATCH),
    crashAt: variables.COPPICE_ENV === "development" ? (variables.COPPICE_CRASH_AT ?? null) : null,
  };
}

/** Reads the key ring's file each time, so that a rotation is noticed. */
export function readSecretKeys(keys: NonNullable<Environment["secretKeys"]>): string {
  return "text" in keys ? keys.text : readFileSync(keys.file, "utf8").trim();
}

/** Returns the variables of a child process, of which none has more than its roles need. Secrets are never arguments. */
export function roleVariables(environment: Environment, roles: readonly ProcessRole[]): NodeJS.ProcessEnv {
  const { databaseUrl, secretKeys, roleStart } = environment;
  return {
    ...selectVariables(process.env, roles.length === 0 ? null : roles),
    COPPICE_ROLES: roles.join(),
    COPPICE_ROLE_START: roleStart.isOnDemand ? "on-demand" : "at-once",
    ...pathVariablesOf(environment),
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    ...(secretKeys && "file" in secretKeys ? { COPPICE_SECRET_KEYS_FILE: secretKeys.file } : {}),
  };
}

function secretKeysOf(variables: z.infer<typeof Variables>): Environment["secretKeys"] {
  if (variables.COPPICE_SECRET_KEYS) return { text: variables.COPPICE_SECRET_KEYS };
  if (variables.COPPICE_SECRET_KEYS_FILE) return { file: variables.COPPICE_SECRET_KEYS_FILE };
  return null;
}
