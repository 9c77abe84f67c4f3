import DataLoader from "dataloader";
import { type CryptoKey, importJWK } from "jose";
import type { Context } from "@/lib/context";
import { type DatabaseClient, readRows } from "@/lib/db/client";
import { Prisma } from "@/lib/db/generated/client";
import { type Algorithm, placeOf } from "./signing-keys";

interface CurrentKey {
  id: string;
  projectId: string;
  algorithm: Algorithm;
}

const MAX_KEYS = 1_000;

/**
 * Finds which key signs for a project now, in one statement for the requests of a turn of the event loop, so a revoked
 * key signs nothing more. Private keys are opened once and kept by their id.
 */
export class SigningKeyLookup {
  readonly #loader: DataLoader<string, CurrentKey | null>;
  readonly #opened = new Map<string, Promise<CryptoKey>>();

  constructor(db: DatabaseClient) {
    this.#loader = new DataLoader((projectIds) => findCurrent(db, projectIds), {
      cache: false,
      maxBatchSize: 100,
      batchScheduleFn: (dispatch) => void setImmediate(dispatch),
    });
  }

  find(projectId: string): Promise<CurrentKey | null> {
    return this.#loader.load(projectId);
  }

  open(ctx: Context, id: string, algorithm: Algorithm): Promise<CryptoKey> {
    const known = this.#opened.get(id);
    if (known) return known;
    const opened = openKey(ctx, id, algorithm);
    this.#opened.set(id, opened);
    opened.catch(() => this.#opened.delete(id));
    const [oldest] = this.#opened.keys();
    if (this.#opened.size > MAX_KEYS && oldest !== undefined) this.#opened.delete(oldest);
    return opened;
  }
}

async function findCurrent(db: DatabaseClient, projectIds: readonly string[]): Promise<(CurrentKey | null)[]> {
  const rows = await readRows<CurrentKey>(
    db,
    Prisma.sql`
    select id, project_id as "projectId", algorithm from signing_key
    where project_id = any (${[...projectIds]}::text[]) and status = 'current'`,
  );
  const byProject = new Map(rows.map((row) => [row.projectId, row]));
  return projectIds.map((id) => byProject.get(id) ?? null);
}

async function openKey(ctx: Context, id: string, algorithm: Algorithm): Promise<CryptoKey> {
  const row = await ctx.db.signingKey.findUniqueOrThrow({ where: { id }, select: { privateJwk: true } });
  const key = await importJWK(JSON.parse(ctx.sealer.open(row.privateJwk, placeOf(id))), algorithm);
  if (key instanceof Uint8Array) throw new TypeError(`signing key ${id} is not a private key`);
  return key;
}
