import pino, { type DestinationStream, type Logger } from "pino";

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

const MAX_TEXT_LENGTH = 4_096;

/** Makes a logger of JSON lines on standard error, which leaves standard output to commands. */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: [...SECRET_FIELDS, ...SECRET_FIELDS.map((field) => `*.${field}`)], censor: "[redacted]" },
      serializers: { err: describeError },
    },
    destination,
  );
}

/** Returns type, message, code, stack and cause of an error, without the query and parameters that drivers attach. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return plain(String(error));
  return {
    type: error.name,
    message: plain(error.message),
    ...("code" in error ? { code: error.code } : {}),
    stack: plain(error.stack ?? ""),
    ...(error.cause === undefined ? {} : { cause: describeError(error.cause) }),
  };
}

/** Returns the text without passwords, cut, and without the control characters that JSON leaves as they are. */
function plain(text: string): string {
  // Cut before, a password could lose the end by which it is known.
  const harmless = withoutPasswords(text);
  const cut = harmless.length > MAX_TEXT_LENGTH ? `${harmless.slice(0, MAX_TEXT_LENGTH)}…` : harmless;
  return cut.replace(/[\u007f-\u009f\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

function withoutPasswords(text: string): string {
  return text
    .replace(/(postgres(?:ql)?:\/\/[^:@/\s]+:)[^@\s]+@/gi, "$1[redacted]@")
    .replace(/SCRAM-SHA-256\$\S+/g, "[redacted]");
}
