import { ServiceError } from "@/lib/core/errors";
import { listOf } from "../list-response";
import type { Attribute } from "./attribute";
import { GROUP_ATTRIBUTES, GROUP_SCHEMA } from "./group";
import { ENTERPRISE_ATTRIBUTES, ENTERPRISE_SCHEMA, USER_ATTRIBUTES, USER_SCHEMA } from "./user";

const SCHEMAS: { id: string; name: string; description: string; attributes: readonly Attribute[] }[] = [
  { id: USER_SCHEMA, name: "User", description: "A user", attributes: USER_ATTRIBUTES },
  {
    id: ENTERPRISE_SCHEMA,
    name: "EnterpriseUser",
    description: "A company's data on a user",
    attributes: ENTERPRISE_ATTRIBUTES,
  },
  { id: GROUP_SCHEMA, name: "Group", description: "A group of users", attributes: GROUP_ATTRIBUTES },
];

export function describeSchemas(baseUrl: string) {
  return SCHEMAS.map((schema) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
    ...schema,
    meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${schema.id}` },
  }));
}

export function describeResourceTypes(baseUrl: string) {
  const type = (name: string, schema: string, more: object = {}) => ({
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
    id: name,
    name,
    endpoint: `/${name}s`,
    description: name,
    schema,
    ...more,
    meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/${name}` },
  });
  return [
    type("User", USER_SCHEMA, { schemaExtensions: [{ schema: ENTERPRISE_SCHEMA, required: false }] }),
    type("Group", GROUP_SCHEMA),
  ];
}

/** RFC 7643 section 5. */
export function describeProvider(baseUrl: string, { maxResults }: { maxResults: number }) {
  return {
    schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
    documentationUri: baseUrl.replace(/\/scim\/v2$/, "/docs/scim"),
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: "oauthbearertoken",
        name: "Bearer token",
        description: "The connection's SCIM token, in Authorization.",
        specUri: "https://www.rfc-editor.org/rfc/rfc6750",
        primary: true,
      },
    ],
    meta: { resourceType: "ServiceProviderConfig", location: `${baseUrl}/ServiceProviderConfig` },
  };
}

/** Everything of a kind at once: these lists have no pages (RFC 7644 section 4). */
export const listAll = (resources: object[]) => listOf(resources, { totalResults: resources.length, startIndex: 1 });

/** Throws `not_found`. */
export function oneOf(resources: { id: string }[], id: string): object {
  const found = resources.find((each) => each.id.toLowerCase() === safelyDecoded(id).toLowerCase());
  if (!found) throw new ServiceError("not_found", "There's no such resource.");
  return found;
}

/** Next leaves the colons of a urn as they were sent. */
function safelyDecoded(id: string): string {
  return id.replace(/%3a/gi, ":");
}
