import { createHash } from "node:crypto";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { idPrefix } from "@/lib/core/ids";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import type { DatabaseHost, HostSession } from "@/lib/core/ports/database-host";
import { SERVICE } from "@/lib/core/service";

const LENGTH = 20;
const VALID_MS = 24 * 60 * 60_000;
/** Rows of large tables are counted. */
const STATEMENT_TIMEOUT_MS = 60 * 60_000;

/**
 * Returns the name of the role that a move has in both databases. It has the rights of the database's own role, also
 * while the latter can't sign in. It is derived, so it need not be stored.
 */
export function moverIdOf(operationId: string): string {
  const digest = createHash("sha256").update(`mover ${operationId}`).digest("hex");
  return idPrefix("shellRole") + BigInt(`0x${digest}`).toString(36).padStart(LENGTH, "0").slice(-LENGTH);
}

/** One end of a move: a host, with the session that holds the lock of the database there. */
export interface End {
  host: DatabaseHost;
  session: HostSession;
}

/** A login that a move has in one of its databases. */
export interface Mover {
  role: string;
  password: string;
}

/** Makes the mover's role at one end, with a password of its own. */
export async function makeMover(
  ctx: Context,
  { session }: End,
  { id: operationId, databaseId }: { id: string; databaseId: string },
): Promise<Mover> {
  const id = moverIdOf(operationId);
  const password = Buffer.from(ctx.random.bytes(24)).toString("base64url");
  const expiresAt = new Date(ctx.clock.now().getTime() + VALID_MS);
  const verifier = scramVerifier(password, ctx.random);
  await session.createShellRole({ id, databaseId, verifier, expiresAt });
  return { role: id, password };
}

/** Does work inside a database as the mover: with the rights of its owner, in names of `pg_catalog` alone. */
export async function asMover<T>(
  { host }: End,
  databaseId: string,
  { role, password }: Mover,
  work: (session: CustomerSession) => Promise<T>,
): Promise<T> {
  const settings = { search_path: "pg_catalog, pg_temp", row_security: "off", idle_session_timeout: "0" };
  const options = { applicationName: `${SERVICE.slug} move`, statementTimeoutMs: STATEMENT_TIMEOUT_MS, settings };
  const session = await host.connectAs(databaseId, password, options, role);
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
