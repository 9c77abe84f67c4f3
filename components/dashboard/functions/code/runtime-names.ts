/** A name that the runtime provides, as the editor explains it. */
export interface RuntimeName {
  label: string;
  /** Its type. */
  detail: string;
  info: string;
}

/** The modules that functions may import besides one another. */
export const MODULES: readonly RuntimeName[] = [
  { label: "coppice", detail: "caller", info: "Names the caller, as the service knows it." },
  { label: "pg", detail: "Client, Pool", info: "Connects to the project's database: process.env.DATABASE_URL." },
  {
    label: "@coppice/auth/server",
    detail: "createTokenVerifier",
    info: "Checks a user's token by the project's keys.",
  },
  ...["node:crypto", "node:buffer", "node:events", "node:stream", "node:util", "node:url", "node:assert"].map(
    (label) => ({ label, detail: "Node.js", info: "A module of Node.js." }),
  ),
];

/** The exports of `coppice`. */
export const EXPORTS: readonly RuntimeName[] = [
  {
    label: "caller",
    detail: "(): Caller",
    info: "Names the caller, as the service knows it: kind is anonymous, end-user, server or schedule. Nothing that a caller sends can change it. Throws outside a request.",
  },
];

/** The fields of the result of `caller()`. */
export const CALLER_FIELDS: readonly RuntimeName[] = [
  {
    label: "kind",
    detail: '"anonymous" | "end-user" | "server" | "schedule"',
    info: "Who calls: a visitor, a user who is signed in, the app's server, or a schedule.",
  },
  { label: "userId", detail: "string", info: "Of an end-user: the user's ID." },
  { label: "sessionId", detail: "string | null", info: "Of an end-user: the session of the token." },
  { label: "claims", detail: "Record<string, unknown>", info: "Of an end-user: the claims of the token." },
  { label: "cron", detail: "string", info: "Of a schedule: when it calls." },
  { label: "scheduledAt", detail: "string", info: "Of a schedule: the time of this run, ISO 8601, UTC." },
];

export const DATABASE_URL: RuntimeName = {
  label: "DATABASE_URL",
  detail: "string",
  info: "Leads to the project's database, where functions have a role of their own. No password is in it.",
};
