import { domainInOneForm } from "@/lib/core/email-address";
import { ServiceError } from "@/lib/core/errors";
import type { SignInContext } from "../context";

/** The connection whose people a directory keeps in step. */
export interface ScimConnection {
  id: string;
  projectId: string;
  /** The organisation of the dashboard that owns the project. */
  organisationId: string;
  isProjectActive: boolean;
  /** The organisation of users whose roles the company's groups decide. */
  userOrganisationId: string | null;
  /** The domains that are verified. */
  domains: ReadonlySet<string>;
}

/** The context of a request of a directory, by a token of the connection. */
export interface ScimContext extends SignInContext {
  connection: ScimConnection;
  project: { id: string };
  userAgent: string;
}

/** Throws `unauthorized` for a caller that is no directory of this connection, and `project_suspended` for a change. */
export function requireDirectory(ctx: ScimContext, access: "read" | "write"): ScimConnection {
  const { actor, connection } = ctx;
  if (actor.kind !== "scim-token" || actor.connectionId !== connection.id) {
    throw new ServiceError("unauthorized", "Send a SCIM token.");
  }
  if (access === "write" && !connection.isProjectActive) {
    throw new ServiceError("project_suspended", "The project is suspended. The operator can lift the suspension.");
  }
  return connection;
}

export function isOfCompany({ domains }: Pick<ScimConnection, "domains">, email: string): boolean {
  return domains.has(domainInOneForm(email.slice(email.lastIndexOf("@") + 1)));
}
