import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/** The owners, whom nobody else removes or demotes before the transaction ends: two changes at once see each other. */
export function lockOwners(tx: Context, organisationId: string): Promise<{ id: string }[]> {
  return tx.db.$queryRaw<{ id: string }[]>`
    select id from member where organisation_id = ${organisationId} and role = 'owner' order by id for update`;
}

export function lastOwner(): ServiceError {
  return new ServiceError("conflict", "The last owner of an organisation must stay.");
}

export function memberNotFound(): ServiceError {
  return new ServiceError("not_found", "The organisation has no such member.");
}
