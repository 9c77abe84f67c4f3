import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { SecretSealer } from "@/lib/core/crypto/seal";
import { withTransaction } from "@/lib/core/db/transaction";
import { listKeyUsage } from "./check";
import { addPrimaryKey, dropKeys, type KeyFile } from "./key-file";
import { type ResealCounts, resealAll } from "./reseal";

interface RotateSecretsInput {
  /** The key ring's file; `null` when the ring comes from the environment, where the operator changes the keys. */
  keyFile: KeyFile | null;
  /** Whether keys of the file that seal nothing any more are dropped. */
  retire: boolean;
  /** Returns when every running process has read the key file again and seals with the new key. */
  settle: () => Promise<void>;
}

export interface SecretRotation extends ResealCounts {
  primaryKeyId: string;
  retiredKeyIds: string[];
  /** The keys other than the primary one that stored values still need. */
  otherKeyIdsInUse: string[];
}

/**
 * Adds a new key where the ring is a file, seals every stored secret with the primary key, and with `retire` drops the
 * others once a second pass finds nothing under them. The service goes on; an interrupted rotation can be run again.
 */
export async function rotateSecrets(ctx: Context, input: RotateSecretsInput): Promise<SecretRotation> {
  requireOperator(ctx);
  const ring = input.keyFile ? await addPrimaryKey(ctx, input.keyFile) : null;
  const sealing = ring ? { ...ctx, sealer: new SecretSealer(ring, ctx.random) } : ctx;
  const counts = await resealAll(sealing);
  if (input.retire) {
    await input.settle();
    addCounts(counts, await resealAll(sealing));
  }
  const { primaryKeyId } = sealing.sealer;
  const usage = await listKeyUsage(sealing);
  const otherKeyIdsInUse = usage.map(({ keyId }) => keyId).filter((keyId) => keyId !== primaryKeyId);
  const retiredKeyIds =
    ring && input.keyFile && input.retire
      ? ring.map((key) => key.id).filter((id) => id !== primaryKeyId && !otherKeyIdsInUse.includes(id))
      : [];
  if (input.keyFile && retiredKeyIds.length > 0) await dropKeys(ctx, input.keyFile, retiredKeyIds);
  const data = { resealed: counts.resealed, unreadable: counts.unreadable.length, retiredKeyIds };
  await withTransaction(ctx, (tx) =>
    recordAudit(tx, { organisationId: null, action: "secrets.rotate", targetId: primaryKeyId, data }),
  );
  return { ...counts, primaryKeyId, retiredKeyIds, otherKeyIdsInUse };
}

function addCounts(counts: ResealCounts, more: ResealCounts): void {
  counts.resealed += more.resealed;
  counts.skipped += more.skipped;
  counts.unreadable = more.unreadable;
}
