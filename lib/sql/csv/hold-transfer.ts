import type { Release } from "@/lib/core/concurrency";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";

const { transfersOfMember, transfersOfDatabase, transfersOfOrganisation } = CONCURRENCY_LIMITS;

/** An import or export of rows ends after this time, so that it holds a session and its locks no longer. */
export const MAX_TRANSFER_MS = 15 * 60_000;

/** Keeps a place for an import or export, which holds a session for minutes. Throws `rate_limited`. */
export function holdTransfer(ctx: Context, database: { id: string; organisationId: string }): Release {
  const held = ctx.concurrency.take([
    { limit: transfersOfMember, key: ctx.actor.id },
    { limit: transfersOfDatabase, key: database.id },
    { limit: transfersOfOrganisation, key: database.organisationId },
  ]);
  if (typeof held === "function") return held;
  const whose = held.name === transfersOfMember.name ? "You already have" : "There are already";
  const message = `${whose} ${held.limit} imports or exports in progress. Try again when one has finished.`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: 10 });
}
