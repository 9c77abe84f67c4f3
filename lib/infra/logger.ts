import pino, { type Logger } from "pino";

/** The fields that may hold a secret; the log replaces their values on the first two levels of an object. */
const SECRET_FIELDS = [
  "password",
  "connectionString",
  "provisionerUrl",
  "authorization",
  "cookie",
  "token",
  "secret",
  "headers.authorization",
  "headers.cookie",
];

/** Makes a logger of JSON lines on standard error, which leaves standard output to commands. */
export function createLogger(level: string): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)], censor: "[redacted]" },
      serializers: { err: describeError },
    },
    pino.destination({ fd: 2, sync: true }),
  );
}

/** Returns type, message, code, stack and cause of an error, without the query and parameters that drivers attach. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: withoutPasswords(error.message),
    ...("code" in error ? { code: error.code } : {}),
    stack: withoutPasswords(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

function withoutPasswords(text: string): string {
  return text
    .replace(/(postgres(?:ql)?:\/\/[^:@/\s]+:)[^@\s]+@/gi, "$1[redacted]@")
    .replace(/SCRAM-SHA-256\$\S+/g, "[redacted]");
}
