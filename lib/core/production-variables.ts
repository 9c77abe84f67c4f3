import { OperatorError } from "@/lib/core/operator-error";

const REQUIRED = ["REDIS_URL", "COPPICE_URL", "COPPICE_CONTENT_URL", "CLIENT_ADDRESS_HEADER"] as const;

type Variables = Partial<Record<(typeof REQUIRED)[number] | "DATABASE_URL" | "COPPICE_POSTGRES_BIN", unknown>>;

/** Throws one error that names every variable that production needs and that isn't set. */
export function requireForProduction(
  variables: Variables & { COPPICE_URL?: string | undefined },
  hasSecretKeys: boolean,
): void {
  const hasPostgres = variables.DATABASE_URL !== undefined || variables.COPPICE_POSTGRES_BIN !== undefined;
  const missing = [
    ...(hasPostgres ? [] : ["DATABASE_URL or COPPICE_POSTGRES_BIN"]),
    ...REQUIRED.filter((name) => variables[name] === undefined),
    ...(hasSecretKeys ? [] : ["COPPICE_SECRET_KEYS"]),
  ];
  if (missing.length > 0) {
    throw new OperatorError(`COPPICE_ENV=production needs these variables, which are not set: ${missing.join(", ")}`);
  }
  if (!variables.COPPICE_URL?.startsWith("https://")) {
    throw new OperatorError("COPPICE_ENV=production needs COPPICE_URL to start with https://");
  }
}
