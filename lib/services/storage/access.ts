import type { Permission } from "@/lib/core/access/permissions";
import type { ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { Actor, Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { isId } from "@/lib/core/ids";
import { bucketNotFound, objectNotFound, projectNotFound } from "@/lib/core/not-found";
import { projectSuspended, requireActiveProject, requireProject } from "@/lib/sign-in/project-keys/authorise";
import { type Claims, decide } from "./policy/decide";
import type { ObjectAction, Policy } from "./policy/rules";

export const READ_STORAGE = { scope: "read", permission: "storage:read" } as const satisfies Grant;
export const WRITE_STORAGE = { scope: "read-write", permission: "storage:write" } as const satisfies Grant;

interface Grant {
  scope: ServerKeyScope;
  permission: Permission;
}

export interface BucketAddress {
  projectId: string;
  /** The bucket's id or its name. */
  bucket: string;
}

export type OpenBucket = NonNullable<Awaited<ReturnType<typeof findBucket>>>;

/** Returns a bucket to the project's server key, its members or the operator. Throws `bucket_not_found`. */
export async function getBucketByOwner(ctx: Context, at: BucketAddress, grant: Grant): Promise<OpenBucket> {
  const requires = grant === READ_STORAGE ? requireProject : requireActiveProject;
  await requires(ctx, at.projectId, grant);
  const found = await findBucket(ctx, at);
  if (!found) throw bucketNotFound();
  return found;
}

/**
 * Returns a bucket to its owner, and to a user or visitor of the project's app whom its policy lets read or list; these
 * cannot tell a missing object from a hidden one. Throws `object_not_found`, `bucket_not_found`.
 */
export async function openForReading(
  ctx: Context,
  at: BucketAddress,
  action: "read" | "list",
  key: string,
): Promise<OpenBucket> {
  const visitor = visitorOf(ctx, at);
  if (!visitor) return getBucketByOwner(ctx, at, READ_STORAGE);
  const found = await findBucket(ctx, at);
  const isOpen = found?.project.status === "active" && decide(found, { action, key, ...visitor }).allowed;
  if (found && isOpen) return found;
  throw action === "list" ? bucketNotFound() : objectNotFound();
}

export interface WritableBucket {
  bucket: OpenBucket;
  /** The limit of the rule that allows it; `null` leaves it to the bucket and the plan. */
  maxBytes: number | null;
  /** The caller may not replace an object that comes into being meanwhile. */
  isNewOnly: boolean;
}

/** Returns a bucket to whom it lets store or delete this. Throws `bucket_not_found`, and `missing_permission` by rule. */
export async function openForWriting(
  ctx: Context,
  at: BucketAddress,
  key: string,
  change: "put" | "delete",
): Promise<WritableBucket> {
  const visitor = visitorOf(ctx, at);
  if (!visitor) {
    return { bucket: await getBucketByOwner(ctx, at, WRITE_STORAGE), maxBytes: null, isNewOnly: false };
  }
  const bucket = await findBucket(ctx, at);
  if (!bucket) throw bucketNotFound();
  if (bucket.project.status !== "active") throw projectSuspended();
  const decisionOn = (action: ObjectAction) => decide(bucket, { action, key, ...visitor });
  const exists = async () => (await ctx.db.storedObject.count({ where: { bucketId: bucket.id, key } })) > 0;
  const decision = decisionOn(change === "delete" ? "delete" : (await exists()) ? "overwrite" : "create");
  if (!decision.allowed) throw refusedBy(decision.rule);
  return { bucket, maxBytes: decision.maxBytes, isNewOnly: !decisionOn("overwrite").allowed };
}

/** Returns whether a policy holds for the caller: a user of the project's app, or somebody with its public key. */
export function isVisitor(actor: Actor): actor is Extract<Actor, { kind: "end-user" | "public-key" }> {
  return actor.kind === "end-user" || actor.kind === "public-key";
}

/** Returns `null` for those whom no policy holds for. Throws `project_not_found` for those of another project. */
function visitorOf({ actor }: Context, { projectId }: BucketAddress): { claims: Claims } | null {
  if (!isVisitor(actor)) return null;
  if (actor.projectId !== projectId) throw projectNotFound();
  return { claims: actor.kind === "end-user" ? actor.claims : null };
}

async function findBucket(ctx: Context, { projectId, bucket }: BucketAddress) {
  const reference = isId("bucket", bucket) ? { id: bucket } : { name: bucket };
  const row = await ctx.db.bucket.findFirst({
    where: { ...reference, projectId, project: { deletedAt: null } },
    include: { project: { select: { organisationId: true, status: true, tier: true } } },
  });
  // The verbs that write a policy have checked it.
  return row && { ...row, policy: row.policy as Policy };
}

function refusedBy(rule: number | null): ServiceError {
  const which = rule === null ? "no rule fits" : `rule ${rule}`;
  return new ServiceError("missing_permission", `The bucket's policy doesn't allow this (${which}).`);
}
