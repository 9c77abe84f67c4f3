import { createHash } from "node:crypto";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { ERRORS } from "@/lib/core/error-table";
import { ServiceError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { ServedRequest } from "../served-request";

/** A request without an answer after this time has lost its process, unless it journalled an operation. */
const LEASE_SECONDS = 60;
export const REPLAY_HOURS = 24;
/** A stored MAC, unlike a hash, tells nobody whether a guess of a body's password is right. */
const PURPOSE = "idempotency";

interface IdempotentRequest {
  key: string;
  /** The route is part of the record, so that one key may be used on two routes. */
  route: string;
  hash: Uint8Array<ArrayBuffer>;
}

/** Reads a quoted string (draft-ietf-httpapi-idempotency-key-header-07) or a bare token. */
export function idempotentRequestOf(
  request: ServedRequest,
  route: string,
  bytes: Uint8Array,
): IdempotentRequest | null {
  const header = request.headers.get("idempotency-key");
  if (header === null) return null;
  const key = header.trim().replace(/^"(.*)"$/, "$1");
  if (!/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(key)) {
    const message =
      "Idempotency-Key must be 1 to 255 visible ASCII characters, bare or quoted, without quotes or backslashes inside.";
    throw new ServiceError("invalid_request", message, {
      details: [{ path: "Idempotency-Key", message: "not a valid key" }],
    });
  }
  const path = new URL(request.url).pathname;
  const hash = new Uint8Array(createHash("sha256").update(path).update("\0").update(bytes).digest());
  return { key, route, hash };
}

/** `replay` is an earlier answer to be given again; otherwise the request runs under the record. */
type Claim = { recordId: string } | { replay: { status: number; body: string } };

export async function claimIdempotencyKey(ctx: Context, request: IdempotentRequest): Promise<Claim> {
  const principal = { principalId: ctx.actor.id, route: request.route, key: request.key };
  const id = createId("idempotency", ctx.random);
  const now = ctx.clock.now();
  const lockedUntil = new Date(now.getTime() + LEASE_SECONDS * 1000);
  const mac = new Uint8Array(Buffer.from(ctx.sealer.mac(textOf(request), PURPOSE)));
  const inserted = await ctx.db.$executeRaw(Prisma.sql`
    INSERT INTO idempotency_record (id, principal_id, route, key, request_hash, locked_until, created_at)
    VALUES (${id}, ${principal.principalId}, ${principal.route}, ${principal.key}, ${mac}, ${lockedUntil}, ${now})
    ON CONFLICT (principal_id, route, key) DO NOTHING`);
  if (inserted === 1) return { recordId: id };
  return takeUp(ctx, principal, request, { now, lockedUntil });
}

async function takeUp(
  ctx: Context,
  principal: { principalId: string; route: string; key: string },
  request: IdempotentRequest,
  lease: { now: Date; lockedUntil: Date },
): Promise<Claim> {
  const record = await ctx.db.idempotencyRecord.findUnique({
    where: { principalId_route_key: principal },
    omit: { body: false },
  });
  if (!record) throw inFlight();
  if (lease.now.getTime() - record.createdAt.getTime() > REPLAY_HOURS * 3_600_000) {
    await ctx.db.idempotencyRecord.deleteMany({ where: { id: record.id } });
    return claimIdempotencyKey(ctx, request);
  }
  if (!ctx.sealer.isMac(Buffer.from(record.requestHash).toString(), textOf(request), PURPOSE)) {
    throw new ServiceError("idempotency_mismatch", "This Idempotency-Key was used with another request.");
  }
  if (record.status !== null && record.body !== null) {
    return { replay: { status: record.status, body: ctx.sealer.open(record.body, bodyPlace(record.id)) } };
  }
  return takeOver(ctx, record, lease);
}

/** Takes over a record whose lease has ended, or whose operation is done: the verb can then return its result. */
async function takeOver(
  ctx: Context,
  record: { id: string; lockedUntil: Date },
  lease: { now: Date; lockedUntil: Date },
): Promise<Claim> {
  const operation = await ctx.db.operation.findUnique({
    where: { idempotencyRecordId: record.id },
    select: { status: true },
  });
  if (operation?.status !== "done" && record.lockedUntil > lease.now) throw inFlight();
  const taken = await ctx.db.idempotencyRecord.updateMany({
    where: { id: record.id, status: null, lockedUntil: record.lockedUntil },
    data: { lockedUntil: lease.lockedUntil },
  });
  if (taken.count === 0) throw inFlight();
  return { recordId: record.id };
}

export async function keepAnswer(ctx: Context, recordId: string, status: number, body: string): Promise<void> {
  await ctx.db.idempotencyRecord.update({
    where: { id: recordId },
    data: { status, body: ctx.sealer.seal(body, bodyPlace(recordId)), finishedAt: ctx.clock.now() },
    select: { id: true },
  });
}

/** The service does not keep a refusal that may be temporary, so that the same key works for another attempt. */
export function isFinal(error: ServiceError): boolean {
  return !ERRORS[error.code].retryable;
}

/**
 * Lets the next attempt begin at once. A journalled operation keeps its record, since the failure may have come after
 * the commit; the next attempt then answers with the thing that was made.
 */
export async function releaseIdempotencyKey(ctx: Context, recordId: string): Promise<void> {
  const where = { id: recordId, status: null };
  const operation = await ctx.db.operation.findUnique({
    where: { idempotencyRecordId: recordId },
    select: { id: true },
  });
  if (operation) await ctx.db.idempotencyRecord.updateMany({ where, data: { lockedUntil: ctx.clock.now() } });
  else await ctx.db.idempotencyRecord.deleteMany({ where });
}

function textOf({ hash }: IdempotentRequest): string {
  return Buffer.from(hash).toString("hex");
}

function bodyPlace(rowId: string) {
  return { table: "idempotency_record", column: "body", rowId };
}

function inFlight(): ServiceError {
  return new ServiceError("idempotency_in_flight", "A request with this Idempotency-Key is still running.", {
    retryAfterSeconds: 2,
  });
}
