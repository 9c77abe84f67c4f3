import { dayText } from "@/components/ui/moment-text";
import type { SsoProblem } from "@/lib/sign-in/sso/connections/resource";

/** Names of the protocols as people know them. */
export const PROTOCOL_NAMES = { saml: "SAML 2.0", oidc: "OpenID Connect" } as const;

/** Returns the fault of a connection and what to do, in a sentence or two. */
export function problemText(problem: SsoProblem): string {
  switch (problem.kind) {
    case "certificate_expired":
      return `The identity provider's certificate expired on ${dayText(problem.at)}. It still works, but ask for new metadata.`;
    case "certificate_expires":
      return `The identity provider's certificate expires on ${dayText(problem.at)}. Ask for new metadata before then.`;
    case "metadata_expired":
      return `The identity provider's metadata was valid until ${dayText(problem.at)}. It still works, but ask for new metadata.`;
    case "no_domain":
      return "No domain is verified, so nobody can sign in. Verify one.";
    case "record_missing":
      return `The TXT record of ${problem.domain} has been missing since ${dayText(problem.at)}. After 7 days, the domain is no longer verified.`;
  }
}

/** The words for a directory's request, by its name. */
export const REQUESTS: Readonly<Record<string, string>> = {
  listScimUsers: "Look for users",
  createScimUser: "Create a user",
  getScimUser: "Read a user",
  replaceScimUser: "Replace a user",
  patchScimUser: "Change a user",
  deleteScimUser: "Delete a user",
  listScimGroups: "Look for groups",
  createScimGroup: "Create a group",
  getScimGroup: "Read a group",
  replaceScimGroup: "Replace a group",
  patchScimGroup: "Change a group",
  deleteScimGroup: "Delete a group",
};
