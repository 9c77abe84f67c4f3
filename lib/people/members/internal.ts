import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/** Locks the owners until the transaction ends, so that of two changes at once the second sees the first. */
export function lockOwners(tx: Context, organisationId: string): Promise<{ id: string }[]> {
  return tx.db.$queryRaw<{ id: string }[]>`
    select id from member where organisation_id = ${organisationId} and role = 'owner' order by id for update`;
}

export function lastOwner(): ServiceError {
  return new ServiceError("conflict", "An organisation needs at least one owner.");
}

export function memberNotFound(): ServiceError {
  return new ServiceError("not_found", "Member not found.");
}
