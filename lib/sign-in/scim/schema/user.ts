import { type Attribute, complex, several, text } from "./attribute";

export const USER_SCHEMA = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE_SCHEMA = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";

const ADDRESS_PARTS = ["formatted", "streetAddress", "locality", "region", "postalCode", "country"];

/** The attributes kept of a user (RFC 7643 section 4.1). Others that a directory sends are ignored, passwords too. */
export const USER_ATTRIBUTES: readonly Attribute[] = [
  text("userName", "The name by which the directory knows the user.", { required: true, uniqueness: "server" }),
  complex("name", "The parts of the user's name.", [
    text("formatted", "The whole name."),
    text("familyName", "The family name."),
    text("givenName", "The given name."),
    text("middleName", "The middle name."),
    text("honorificPrefix", "A title before the name."),
    text("honorificSuffix", "A suffix after the name."),
  ]),
  text("displayName", "The name that is shown."),
  text("nickName", "The casual name."),
  text("profileUrl", "The address of the user's profile.", { type: "reference", referenceTypes: ["external"] }),
  text("title", "The title, such as Vice President."),
  text("userType", "The relation to the company, such as Contractor."),
  text("preferredLanguage", "The preferred language."),
  text("locale", "How dates and numbers are written."),
  text("timezone", "The time zone."),
  text("active", "Whether the user may sign in.", { type: "boolean" }),
  several("emails", "Addresses. The primary one is the user's, and must be of a verified domain."),
  several("phoneNumbers", "Telephone numbers."),
  several("photos", "Addresses of pictures. The primary one is the user's picture."),
  several(
    "addresses",
    "Postal addresses.",
    ADDRESS_PARTS.map((name) => text(name, "A part of the address.")),
  ),
  several("entitlements", "The entitlements of the user."),
  several("roles", "Roles in the company. They have no effect here: groups do."),
  {
    ...several("groups", "The groups that the user is in.", [
      text("$ref", "The group.", { type: "reference", referenceTypes: ["Group"] }),
    ]),
    mutability: "readOnly",
  },
];

export const ENTERPRISE_ATTRIBUTES: readonly Attribute[] = [
  text("employeeNumber", "The number in the company."),
  text("costCenter", "The cost centre."),
  text("organization", "The organisation."),
  text("division", "The division."),
  text("department", "The department."),
  complex("manager", "The user's manager.", [
    text("value", "The manager's id."),
    text("$ref", "The manager.", { type: "reference", referenceTypes: ["User"] }),
    text("displayName", "The manager's name."),
  ]),
];

/** Attributes of every resource (RFC 7643 section 3.1), which no schema lists. */
export const COMMON_ATTRIBUTES: readonly Attribute[] = [
  text("id", "The id here.", { mutability: "readOnly", returned: "always", caseExact: true }),
  text("externalId", "The id in the directory.", { caseExact: true }),
];
