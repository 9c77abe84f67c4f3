import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { connectionNotFound } from "@/lib/core/not-found";
import type { ProjectGrant } from "../../project-keys/authorise";
import type { ConnectionOwner } from "./authorise";
import { type ConnectionRow, WITH_DOMAINS } from "./resource";

export interface ConnectionAddress extends ConnectionOwner {
  connectionId: string;
}

export interface DomainAddress extends ConnectionAddress {
  domain: string;
}

export const READ_SSO: ProjectGrant = { scope: "read", permission: "projects:read" };
/** The grant to set a connection up: its holder decides who signs in, as with testing tokens. */
export const WRITE_SSO: ProjectGrant = { scope: "admin", permission: "sso:write" };

/** The grant that a company's administrator has as well, for the connection of their link. */
export const SET_UP_SSO: ProjectGrant = { ...WRITE_SSO, isForSetUp: true };

/** Returns the connection, reached through its owner, which the caller has been let into. Throws `sso_connection_not_found`. */
export async function getConnection(
  ctx: Context,
  { projectId, connectionId: id, ofOrganisation: organisationId = null }: ConnectionAddress,
): Promise<ConnectionRow> {
  const { actor } = ctx;
  if (actor.kind === "sso-set-up" && actor.connectionId !== id) throw connectionNotFound();
  const row = await ctx.db.ssoConnection.findFirst({ where: { id, projectId, organisationId }, include: WITH_DOMAINS });
  if (!row) throw connectionNotFound();
  return row;
}

/** Returns the connection, locked until the transaction ends. Throws `sso_connection_not_found`. */
export async function lockConnection(tx: Context, address: ConnectionAddress): Promise<ConnectionRow> {
  const { projectId, connectionId } = address;
  await tx.db.$queryRaw`
    select id from sso_connection where id = ${connectionId} and project_id = ${projectId} for no key update`;
  return getConnection(tx, address);
}

export function domainNotFound(): ServiceError {
  return new ServiceError("not_found", "The connection has no such domain.");
}
