import { isId, PASSWORD_ROLE } from "@/lib/core/ids";

export interface ConnectionString {
  databaseId: string;
  role: string;
  password: string;
}

const MAX_LENGTH = 2_048;
const ROLE = new RegExp(PASSWORD_ROLE);

/**
 * Returns the database, role and password of a connection string; `null` for a text that has none. Host, port and
 * parameters are left out: a string leads nowhere else than to the database's own host, and sets nothing.
 */
export function readConnectionString(text: string): ConnectionString | null {
  const url = text.length <= MAX_LENGTH && /^postgres(?:ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url) return null;
  const [role, password, path] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  if (role === undefined || password === undefined || path === undefined) return null;
  const databaseId = path === "" ? role : path;
  return role === "" || password === "" ? null : { databaseId, role, password };
}

/** Returns whether the role and the database have names that the service gives. */
export function isOfDatabase({ role, databaseId }: ConnectionString): boolean {
  return ROLE.test(role) && isId("database", databaseId);
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
