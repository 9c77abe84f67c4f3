import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { within } from "@/lib/cli/define/place";
import { inProject } from "@/lib/cli/define/places";
import { fields, table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { listScimRefusals } from "@/lib/sign-in/scim/refusals/list";
import type { ScimRefusalList } from "@/lib/sign-in/scim/refusals/resource";
import type { ScimRoles } from "@/lib/sign-in/scim/roles/resource";
import { SetScimRolesInput, setScimRoles } from "@/lib/sign-in/scim/roles/set";
import { showScimRoles } from "@/lib/sign-in/scim/roles/show";
import { createScimToken } from "@/lib/sign-in/scim/tokens/create";
import { listScimTokens } from "@/lib/sign-in/scim/tokens/list";
import type { CreatedScimToken, ScimToken } from "@/lib/sign-in/scim/tokens/resource";
import { revokeScimToken } from "@/lib/sign-in/scim/tokens/revoke";
import { RotateScimTokenInput, rotateScimToken } from "@/lib/sign-in/scim/tokens/rotate";
import { SSO_EXAMPLE } from "./sso-owner";

/** Directories belong to connections of projects. */
const connection = within(inProject, "connection", "connectionId", SSO_EXAMPLE);
const token = within(connection, "token", "tokenId", "sct_4k9x2m7q1w8e5r3t6y0u");

const created = fields<CreatedScimToken>({ id: "id", "base URL": "baseUrl", token: "secret" });
const printCreated = (made: CreatedScimToken) => `${created(made)}The token is shown only now.`;
const printRoles = fields<ScimRoles>({ organisation: ({ organizationId }) => organizationId ?? "none" }, ({ roles }) =>
  roles.map(({ group, role }) => [group, role]),
);

/** The commands for the directories of connections (SCIM). */
export const scimCommands = [
  verb({
    usage: "scim-tokens",
    description: "List the SCIM tokens of a connection, newest first.",
    place: connection,
    run: listScimTokens,
    print: table<ScimToken>({
      ...{ id: "id", token: "hint", state: "status", "created (UTC)": "createdAt" },
      "last used (UTC)": ({ lastUsedAt }) => lastUsedAt ?? "never",
    }),
  }),
  verb({
    usage: "create-scim-token",
    description: "Create a token by which a company's directory provisions users.",
    place: connection,
    run: createScimToken,
    print: printCreated,
  }),
  verb({
    usage: "rotate-scim-token",
    description: "Create a token in the place of another, which stays valid for a while.",
    place: token,
    input: RotateScimTokenInput,
    options: { keepSeconds: { flags: "--keep-seconds <seconds>" } },
    run: rotateScimToken,
    print: printCreated,
  }),
  verb({
    usage: "revoke-scim-token",
    description: "Revoke a SCIM token at once and for good.",
    place: token,
    run: revokeScimToken,
    print: ({ hint }) => `Revoked ${hint}.`,
  }),
  verb({
    usage: "scim-refusals",
    description: "List the newest requests of a directory that were refused, and why.",
    place: connection,
    run: listScimRefusals,
    print: table<z.infer<typeof ScimRefusalList>["items"][number]>({
      "at (UTC)": "createdAt",
      operation: "operation",
      code: "code",
      reason: "message",
    }),
  }),
  verb({
    usage: "scim-roles",
    description: "Show which groups of a directory have which role.",
    place: connection,
    run: showScimRoles,
    print: printRoles,
  }),
  verb({
    usage: "set-scim-roles",
    description: "Give groups of a directory roles in an organisation of users. Without --organization, none has any.",
    examples: ["--organization uorg_4k9x2m7q1w8e5r3t6y0u --role 'App admins=admin'"],
    place: connection,
    input: z.object({
      organizationId: SetScimRolesInput.shape.organizationId.default(null),
      roles: SetScimRolesInput.shape.roles.default([]),
    }),
    options: {
      organizationId: { flags: "--organization <id>", help: "the organisation of users" },
      roles: { flags: "--role <group=role...>", help: "a group and its role: admin or member", as: readRole },
    },
    run: setScimRoles,
    print: printRoles,
  }),
];

function readRole(text: string): { group: string; role: string } {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new UsageError(`Write a group and its role as group=admin or group=member, not ${text}.`);
  return { group: text.slice(0, at), role: text.slice(at + 1) };
}
