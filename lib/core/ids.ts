import type { Random } from "@/lib/core/ports/random";

const PREFIXES = {
  organisation: "org_",
  member: "mem_",
  user: "usr_",
  project: "p_",
  database: "db_",
  key: "key_",
  host: "host_",
  operation: "op_",
  request: "req_",
  audit: "aud_",
  idempotency: "idem_",
  account: "acc_",
  session: "ses_",
  signingKey: "kid_",
  event: "evt_",
  verification: "vrf_",
  flow: "flw_",
  deviceGrant: "dvg_",
  passkey: "psk_",
  backupCode: "bkc_",
  trustedDevice: "tdv_",
  testToken: "tst_",
  mail: "mail_",
  invitation: "inv_",
  userInvitation: "uin_",
  restorePoint: "rp_",
  statement: "stm_",
  backgroundRun: "run_",
  dataChange: "chg_",
  shellRole: "sh_",
  savedQuery: "sq_",
  hostEvent: "hev_",
  webhookEndpoint: "whe_",
  webhookEvent: "msg_",
  webhookDelivery: "whd_",
  webhookAttempt: "wha_",
  userOrganisation: "uorg_",
  userOrganisationMember: "umem_",
  userOrganisationInvitation: "uinv_",
  userImport: "imp_",
  ssoConnection: "sso_",
  ssoSetUpLink: "ssl_",
  scimToken: "sct_",
  scimGroup: "sgr_",
  scimRefusal: "scr_",
  bucket: "bkt_",
  objectVersion: "obv_",
  upload: "upl_",
  abuseReport: "abr_",
  serviceInstance: "ins_",
  function: "fn_",
  functionVersion: "fnv_",
  functionSources: "fnf_",
  functionDeployment: "dep_",
  functionSecret: "fns_",
  functionSchedule: "fsc_",
  invocation: "call_",
} as const;

export type IdKind = keyof typeof PREFIXES;

const ALPHABET = "0123456789abcdefghijklmnopqrstuvwxyz";
const LENGTH = 20;
/** Bytes at or above this multiple of 36 are dropped, so that every character is equally likely. */
const UNBIASED_BELOW = 252;

/** Returns a prefix such as `db_` and 20 characters of `[0-9a-z]`, about 103 bits from a CSPRNG. */
export function createId(kind: IdKind, random: Random): string {
  return PREFIXES[kind] + randomText(ALPHABET, LENGTH, UNBIASED_BELOW, random);
}

export function idPrefix(kind: IdKind): string {
  return PREFIXES[kind];
}

/**
 * The beginnings of the names of the PostgreSQL roles by which a customer signs in to a database: its own, those of
 * functions, readers and shell connections.
 */
export const CUSTOMER_LOGIN_KINDS = ["db", "fn", "ro", "sh"] as const;

/** Of these a customer has the password. */
const PASSWORD_KINDS = ["db", "sh"] as const satisfies readonly CustomerLoginKind[];
/** The objects that these make belong to the database's role in the end. */
const MAKING_KINDS = ["fn", "sh"] as const satisfies readonly CustomerLoginKind[];

export type CustomerLoginKind = (typeof CUSTOMER_LOGIN_KINDS)[number];

const rolesOf = (kinds: readonly string[]) => `^(${kinds.join("|")})_[0-9a-z]{20}$`;

/** The names of roles. Each text is a regular expression of JavaScript and of PostgreSQL. */
export const CUSTOMER_LOGIN_ROLE = rolesOf(CUSTOMER_LOGIN_KINDS);
export const PASSWORD_ROLE = rolesOf(PASSWORD_KINDS);
export const MAKING_ROLE = rolesOf(MAKING_KINDS);
/** Each role that the service makes for a database: also the one of an app's users, which can't sign in. */
export const DATABASE_ROLE = rolesOf([...CUSTOMER_LOGIN_KINDS, "eu"]);

/** Returns the name of the PostgreSQL role by which members who may not change data read a database. */
export function readRoleOf(databaseId: string): string {
  return `ro_${databaseId.slice(PREFIXES.database.length)}`;
}

/** Returns the name of the PostgreSQL role under which the policies of a database's tables are asked for an app's users. */
export function endUserRoleOf(databaseId: string): string {
  return `eu_${databaseId.slice(PREFIXES.database.length)}`;
}

/** Returns the name of the PostgreSQL role by which a project's functions are in a database. */
export function functionRoleOf(databaseId: string): string {
  return `fn_${databaseId.slice(PREFIXES.database.length)}`;
}

export function isId(kind: IdKind, value: unknown): boolean {
  const prefix = PREFIXES[kind];
  return typeof value === "string" && value.startsWith(prefix) && /^[0-9a-z]{20}$/.test(value.slice(prefix.length));
}

function randomText(alphabet: string, length: number, below: number, random: Random): string {
  let text = "";
  while (text.length < length) {
    for (const byte of random.bytes(length * 2)) {
      if (byte < below && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}
