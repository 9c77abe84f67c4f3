import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { type InProcessServer, startInProcess } from "./in-process-server";
import { connect, DOMAIN, makeSsoContext, operatorOf } from "./sso";

export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const CORE_USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const CORE_GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const PATCH_OP = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

export interface ScimReply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a resource has any attributes that the directory sent
  json: any;
}

export type AskScim = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimReply>;

/** Sends requests as a directory does, to the base address that it was given. */
export function directoryOf(server: Pick<InProcessServer, "baseUrl">, token: string | null): AskScim {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${server.baseUrl}/scim/v2${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "content-type": "application/scim+json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: text === "" ? null : JSON.parse(text) };
  };
}

/** A project with a connection for `acme.example`, whose directory has a token. */
export async function makeDirectory(settings: object = {}) {
  const server = await startInProcess();
  const ctx = await makeSsoContext(settings);
  const { connection, idp } = await connect(ctx);
  const address = { projectId: ctx.project.id, connectionId: connection.id };
  const operator = operatorOf(ctx);
  const { secret, id: tokenId } = await createScimToken(operator, address);
  return { server, ctx, operator, connection, idp, address, secret, tokenId, ask: directoryOf(server, secret) };
}

export const patchOf = (...Operations: object[]) => ({ schemas: [PATCH_OP], Operations });

let count = 0;

/** A user as a directory describes them, whose address is of the verified domain. */
export function newPerson(changes: Record<string, unknown> = {}) {
  count += 1;
  const email = `person${count}-${process.pid}@${DOMAIN}`;
  return {
    schemas: [CORE_USER],
    userName: email,
    externalId: `ext-${count}-${process.pid}`,
    name: { givenName: "Ada", familyName: `Lovelace ${count}` },
    emails: [{ value: email, type: "work", primary: true }],
    active: true,
    ...changes,
  };
}
