import type { ConcurrencyLimit } from "@/lib/core/concurrency";
import type { RateLimit } from "@/lib/core/ports/rate-limiter";

/** The limits of the management API, and of the routes for a project's servers, count per resource and key. */
export const RATE_LIMITS = {
  databases: { name: "databases", limit: 20, windowSeconds: 60 },
  branches: { name: "branches", limit: 20, windowSeconds: 60 },
  restores: { name: "restores", limit: 20, windowSeconds: 60 },
  "connection-string": { name: "connection-string", limit: 20, windowSeconds: 60 },
  "rotate-credential": { name: "rotate-credential", limit: 20, windowSeconds: 60 },
  /** An app's servers look users up while they answer requests of their own. */
  users: { name: "users", limit: 600, windowSeconds: 60 },
  /** An app's pages load many objects at once; bytes come from elsewhere and are not counted. */
  storage: { name: "storage", limit: 3_000, windowSeconds: 60 },
  /** Messages of an app's servers to topics; a plan also limits the number of messages. */
  realtime: { name: "realtime", limit: 6_000, windowSeconds: 60 },
  /** Requests that choose which tables of a project's database are published. */
  "realtime-tables": { name: "realtime-tables", limit: 60, windowSeconds: 60 },
  /** An app's servers changing and reading functions; invocations and deployments have limits of the plan besides. */
  functions: { name: "functions", limit: 300, windowSeconds: 60 },
  /** Invocations of a key or user, as many as the largest plan allows a project. */
  invoke: { name: "invoke", limit: 6_000, windowSeconds: 60 },
  /** Requests of a company's directory. A first synchronisation of ten thousand people takes a minute. */
  scim: { name: "scim", limit: 15_000, windowSeconds: 60 },
  usage: { name: "usage", limit: 60, windowSeconds: 60 },
  /** Anybody may search the documentation, so it counts per address. */
  search: { name: "search", limit: 60, windowSeconds: 60 },
  /** Anybody may report abuse, so this counts per address too. */
  "abuse-reports": { name: "abuse-reports", limit: 5, windowSeconds: 60 },
  /** All admin routes together, per admin key. */
  admin: { name: "admin", limit: 120, windowSeconds: 60 },
  /** SQL over HTTP, per management key. */
  sql: { name: "sql", limit: 60_000, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

/** Changes of databases on a host are counted per organisation, from the dashboard and the management API together. */
export const OPERATION_LIMIT = { name: "operations", limit: 240, windowSeconds: 60 } as const satisfies RateLimit;

/** SQL over HTTP counts per database too, from all keys and connection strings together. */
export const DATABASE_SQL_LIMIT = {
  name: "database-sql",
  limit: 120_000,
  windowSeconds: 60,
} as const satisfies RateLimit;

/** The statements of SQL over HTTP that run and wait at the same time in a process of the service. */
export const SQL_TURNS = {
  /** The database's role has 20 connections, of which half are for the customer's other programs. */
  ofDatabase: 10,
  ofOrganisation: 40,
  /** A host has 400 connections (docs/decisions/064). */
  ofHost: 100,
  waitingOfOrganisation: 200,
  patienceMilliseconds: 5_000,
} as const;

/** Invocations by users and visitors of apps count per address, before it is known whether they may. */
export const VISITOR_INVOKE_LIMIT = {
  name: "visitor-invokes",
  limit: 300,
  windowSeconds: 60,
} as const satisfies RateLimit;

/** Pre-flights at functions' web addresses count apart: browsers keep an answer, but for one address each. */
export const VISITOR_PREFLIGHT_LIMIT = {
  name: "visitor-preflights",
  limit: 300,
  windowSeconds: 60,
} as const satisfies RateLimit;

/** Drafts of a language model count per project, by the minute; a plan also has a limit for a day. */
export const DRAFT_LIMIT = { name: "drafts", limit: 10, windowSeconds: 60 } as const satisfies RateLimit;

/** Looks at a domain's records that members ask for count per project. */
export const SENDER_CHECK_LIMIT = {
  name: "sender-domain-checks",
  limit: 10,
  windowSeconds: 300,
} as const satisfies RateLimit;

/** Looks at the records of a project's domains for single sign-on count per project. */
export const SSO_DOMAIN_CHECK_LIMIT = {
  name: "sso-domain-checks",
  limit: 30,
  windowSeconds: 300,
} as const satisfies RateLimit;

/** Messages that members send to themselves are counted per mailbox. */
export const MAIL_TEST_LIMIT = { name: "mail-tests", limit: 10, windowSeconds: 600 } as const satisfies RateLimit;

/** Passwords of databases that aren't the right one, over HTTP and WebSockets together. */
export const WRONG_PASSWORD_LIMITS = {
  address: { name: "wrong-passwords-address", limit: 30, windowSeconds: 60 },
  database: { name: "wrong-passwords-database", limit: 30, windowSeconds: 60 },
} as const satisfies Record<string, RateLimit>;

/** SCIM tokens that aren't valid count per address. */
export const WRONG_SCIM_TOKEN_LIMIT = {
  name: "wrong-scim-tokens",
  limit: 30,
  windowSeconds: 60,
} as const satisfies RateLimit;

/** The limits of the dashboard count per member, or per account outside an organisation, and per organisation. */
export const DASHBOARD_LIMITS = {
  actions: {
    member: { name: "dashboard-actions", limit: 120, windowSeconds: 60 },
    organisation: { name: "organisation-actions", limit: 1_200, windowSeconds: 60 },
  },
  requests: {
    member: { name: "dashboard-requests", limit: 300, windowSeconds: 60 },
    organisation: { name: "organisation-requests", limit: 1_500, windowSeconds: 60 },
  },
  /** These count besides for requests that read or run SQL. */
  sql: {
    member: { name: "dashboard-sql", limit: 120, windowSeconds: 60 },
    organisation: { name: "organisation-sql", limit: 300, windowSeconds: 60 },
  },
} as const satisfies Record<string, { member: RateLimit; organisation: RateLimit }>;
export type DashboardLimitName = keyof typeof DASHBOARD_LIMITS;

/** The work that a process of the service does at the same time: in the SQL editor, and over WebSockets. */
export const CONCURRENCY_LIMITS = {
  runsOfMember: { name: "runs-of-member", limit: 3 },
  runsOfOrganisation: { name: "runs-of-organisation", limit: 10 },
  runsOfDatabase: { name: "runs-of-database", limit: 5 },
  /** The database's role has 20 connections, of which most are for the customer's own apps. */
  sessionsOfDatabase: { name: "sessions-of-database", limit: 8 },
  /** Imports and exports of rows, each of which holds a session for minutes. */
  transfersOfMember: { name: "transfers-of-member", limit: 2 },
  transfersOfDatabase: { name: "transfers-of-database", limit: 3 },
  transfersOfOrganisation: { name: "transfers-of-organisation", limit: 6 },
  sessionsOfMember: { name: "sessions-of-member", limit: 5 },
  /** WebSockets that carry Postgres' protocol, each of which holds a connection of the database's role. */
  socketsOfDatabase: { name: "sockets-of-database", limit: 15 },
  socketsOfOrganisation: { name: "sockets-of-organisation", limit: 50 },
  socketsOfProcess: { name: "sockets-of-process", limit: 1_000 },
  /** WebSockets on which nobody has signed in yet. Many apps' servers share an address. */
  signInsOfAddress: { name: "sign-ins-of-address", limit: 50 },
  /** The sockets of realtime, and those of them that haven't said yet who they belong to. */
  realtimeSocketsOfProcess: { name: "realtime-sockets-of-process", limit: 20_000 },
  unknownSocketsOfProcess: { name: "unknown-sockets-of-process", limit: 5_000 },
  /** Many users of an app can share an address, and come back at once. */
  unknownSocketsOfAddress: { name: "unknown-sockets-of-address", limit: 1_000 },
} as const satisfies Record<string, ConcurrencyLimit>;

export type RateLimitName = keyof typeof RATE_LIMITS;

/** Each project sets these numbers in `settings.limits`, which also has their defaults. */
export const AUTH_LIMITS = {
  /** Limits per address count the client's network address. */
  signInPerAddress: "auth-sign-in-address",
  signUpPerAddress: "auth-sign-up-address",
  passkeyStartPerAddress: "auth-passkey-start-address",
  ssoPerAddress: "auth-sso-address",
  secondFactorPerAddress: "auth-second-factor-address",
  /** Typed codes of devices count per address and per user. */
  userCodePerAddress: "auth-user-code-address",
  /** Wrong passwords in a row count per mail address on all routes, whether or not a user has it. */
  wrongPerAccount: "auth-wrong-account",
  /** Tried codes count per mailbox, since three for each mail would add up over a day. */
  mailedCodesPerMailbox: "auth-mailed-codes",
  wrongSecondFactor: "auth-wrong-second-factor",
  mailPerAddress: "auth-mail-address",
  /** Mails count per mailbox, whether or not a user has it, with a short interval and an hourly limit. */
  mailInterval: "auth-mail-interval",
  mailPerMailbox: "auth-mail-mailbox",
} as const;

export type AuthLimitName = keyof typeof AUTH_LIMITS;
