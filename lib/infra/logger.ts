import pino, { type Logger } from "pino";

/** Fields that may hold a secret are blotted out wherever they turn up at the first two levels. */
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

/** JSON lines on standard error, so that standard output stays a command's own. */
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

/** Type, message, code and stack, and the cause; never the query text or parameters a driver hangs on its errors. */
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
