import { type Attribute, text } from "./attribute";

export const GROUP_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** RFC 7643 section 4.2. */
export const GROUP_ATTRIBUTES: readonly Attribute[] = [
  text("displayName", "The name of the group.", { required: true, uniqueness: "server" }),
  text("members", "The users of the group.", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      text("value", "The user's id here.", { mutability: "immutable", caseExact: true }),
      text("$ref", "The user.", { type: "reference", referenceTypes: ["User"], mutability: "immutable" }),
      text("display", "The user's name.", { mutability: "readOnly" }),
    ],
  }),
];
