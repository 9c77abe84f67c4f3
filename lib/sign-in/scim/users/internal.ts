import { ServiceError } from "@/lib/core/errors";
import { userNotFound } from "@/lib/core/not-found";
import { isOfCompany, type ScimConnection, type ScimContext } from "../context";
import { scimBaseUrl } from "../tokens/resource";
import { type ScimResource, toScimUser } from "./resource";
import { findGroupsOfUsers, findScimUser, lockScimUser, type ScimUserRow } from "./rows";

export interface UserRequest {
  userId: string;
  /** The header field of this name. */
  ifMatch: string | null;
}

/** Throws `user_not_found` for a user who isn't the connection's, also where the project has them. */
export async function getScimUser(ctx: ScimContext, userId: string): Promise<ScimUserRow> {
  const row = await findScimUser(ctx, ctx.connection.id, userId);
  if (!row) throw userNotFound();
  return row;
}

export async function getLockedScimUser(tx: ScimContext, userId: string): Promise<ScimUserRow> {
  const row = await lockScimUser(tx, tx.connection.id, userId);
  if (!row) throw userNotFound();
  return row;
}

/** Returns users as resources; their groups are looked up where they are wanted, as they count for the version. */
export async function toResources(ctx: ScimContext, rows: ScimUserRow[]): Promise<ScimResource[]> {
  const ids = rows.map(({ userId }) => userId);
  const groups = await findGroupsOfUsers(ctx, ctx.connection.id, ids);
  const byUser = Map.groupBy(groups, ({ userId }) => userId);
  return rows.map((row) => toScimUser(row, byUser.get(row.userId) ?? [], scimBaseUrl(ctx)));
}

export async function toResource(ctx: ScimContext, row: ScimUserRow): Promise<ScimResource> {
  const [resource] = await toResources(ctx, [row]);
  return resource as ScimResource;
}

/** Throws `foreign_email_domain`. */
export function requireOwnDomain(connection: ScimConnection, email: string): void {
  if (isOfCompany(connection, email)) return;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  throw new ServiceError("foreign_email_domain", `The connection hasn't verified the domain ${domain}.`);
}

/** Throws the error for a violated index: somebody else has the name. */
export function nameTaken(): ServiceError {
  return new ServiceError("conflict", "Another user of the connection has this userName or externalId.");
}
