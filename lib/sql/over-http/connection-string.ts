import { isId } from "@/lib/core/ids";

export interface ConnectionString {
  databaseId: string;
  role: string;
  password: string;
}

const MAX_LENGTH = 2_048;
/** A database's own role, and the role of a shell connection. */
const ROLE = /^(?:db|sh)_[0-9a-z]{20}$/;

/**
 * Returns the database, role and password of a connection string; `null` when it names no role of a database here. Host,
 * port and parameters are left out: a string leads nowhere else than to the database's own host, and sets nothing.
 */
export function readConnectionString(text: string): ConnectionString | null {
  const url = text.length <= MAX_LENGTH && /^postgres(?:ql)?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url) return null;
  const [role, password, path] = [url.username, url.password, url.pathname.slice(1)].map(decoded);
  if (role === undefined || password === undefined || path === undefined) return null;
  const databaseId = path === "" ? role : path;
  if (!ROLE.test(role) || !isId("database", databaseId) || password === "") return null;
  return { databaseId, role, password };
}

function decoded(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
