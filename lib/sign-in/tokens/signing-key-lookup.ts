import type { Context } from "@/lib/core/context";
import { createBatchLoader } from "@/lib/core/db/batch-loader";
import { type DatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { Signer, SigningAlgorithm } from "../projects/request-project";
import { createSigner } from "./json-web-signature";

interface Row {
  id: string;
  projectId: string;
  algorithm: SigningAlgorithm;
}

const MAX_KEYS = 1_000;

/** Finds projects' signing keys, in one statement for concurrent requests; only opened private keys are cached. */
export class SigningKeyLookup {
  readonly find: (projectId: string) => Promise<Row | null>;
  readonly #opened = new Map<string, Promise<Signer>>();

  constructor(db: DatabaseClient) {
    this.find = createBatchLoader(
      db,
      (projectId) => projectId,
      (projectIds) => findCurrent(db, projectIds),
    );
  }

  open(ctx: Context, id: string, algorithm: SigningAlgorithm): Promise<Signer> {
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

async function findCurrent(db: DatabaseClient, projectIds: string[]): Promise<ReadonlyMap<string, Row>> {
  const rows = await readRows<Row>(
    db,
    Prisma.sql`
    select id, project_id as "projectId", algorithm from signing_key
    where project_id = any (${projectIds}::text[]) and status = 'current'`,
  );
  return new Map(rows.map((row) => [row.projectId, row]));
}

async function openKey(ctx: Context, id: string, algorithm: SigningAlgorithm): Promise<Signer> {
  const row = await ctx.db.signingKey.findUniqueOrThrow({ where: { id }, select: { privateJwk: true } });
  return createSigner({ kid: id, algorithm, jwk: JSON.parse(ctx.sealer.open(row.privateJwk, privateKeyPlace(id))) });
}

export function privateKeyPlace(id: string) {
  return { table: "signing_key", column: "private_jwk", rowId: id };
}
