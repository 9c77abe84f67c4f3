import { within } from "@/lib/cli/define/place";
import { table } from "@/lib/cli/define/print";
import { verb } from "@/lib/cli/define/verb";
import { ON_OFF, readList } from "@/lib/cli/read";
import { formatMoment } from "@/lib/cli/values";
import { CreateSsoConnectionInput, createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { listSsoConnections } from "@/lib/sign-in/sso/connections/list";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import type { SsoConnection } from "@/lib/sign-in/sso/connections/resource";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { UpdateSsoConnectionInput, updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { refreshSsoMetadata } from "@/lib/sign-in/sso/metadata/refresh";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { print } from "./sso-connection";
import { IDENTITY_PROVIDER_OPTIONS, IdentityProviderFields, readIdentityProvider } from "./sso-identity-provider";
import { connection, owner } from "./sso-owner";
import { scimCommands } from "./sso-scim";

const { protocol } = CreateSsoConnectionInput.shape;
const { name, required, trustsSecondFactor, secondFactorContexts } = UpdateSsoConnectionInput.shape;
const domain = within(connection, "domain", "domain", "acme.example");

const main = [
  verb({
    usage: "list",
    description: "List the connections of a project or an organisation, oldest first.",
    place: owner,
    run: listSsoConnections,
    print: table<SsoConnection>({
      ...{ id: "id", name: "name", state: ({ enabled }) => (enabled ? "on" : "off") },
      "verified domains": ({ domains }) => domains.flatMap((each) => (each.verifiedAt === null ? [] : each.domain)),
      "created (UTC)": "createdAt",
    }),
  }),
  verb({
    usage: "create <name>",
    description: "Create a connection, which is off.",
    examples: [
      "Acme --metadata ./acme.xml",
      "Acme --protocol oidc --issuer https://login.acme.example --client-id shop --secret-env ACME_SECRET",
    ],
    place: owner,
    input: IdentityProviderFields.extend({ protocol }),
    options: { ...IDENTITY_PROVIDER_OPTIONS, protocol: { help: "saml or oidc" } },
    read: async ({ name, protocol, ...given }, line) =>
      CreateSsoConnectionInput.parse({ name, protocol, ...(await readIdentityProvider(line, given)) }),
    run: (ctx, input) => createSsoConnection(ctx, input),
    print,
  }),
  verb({
    usage: "set",
    description: "Change a connection's name or identity provider, or whether its people sign in by it alone.",
    examples: ["--metadata ./acme.xml", "--secret-env ACME_SECRET", "--required on"],
    place: connection,
    input: IdentityProviderFields.extend({ name, required, trustsSecondFactor, secondFactorContexts }),
    options: {
      ...IDENTITY_PROVIDER_OPTIONS,
      name: { help: "the new name" },
      required: {
        ...{ flags: "--required <on|off>", ...ON_OFF },
        help: "sign in by it alone; on ends its people's other sessions",
      },
      trustsSecondFactor: {
        ...{ flags: "--trust-second-factor <on|off>", ...ON_OFF },
        help: "don't ask here for a second factor that was given there",
      },
      secondFactorContexts: {
        ...{ flags: "--second-factor-contexts <values>", as: readList },
        help: "values that count as one, besides mfa in amr, separated by commas",
      },
    },
    read: async ({ name, required, trustsSecondFactor, secondFactorContexts, ...given }, line) => {
      const own = { name, required, trustsSecondFactor, secondFactorContexts };
      const isGiven = ([, value]: [string, unknown]) => value !== undefined;
      const all = { ...own, ...(await readIdentityProvider(line, given)) };
      return UpdateSsoConnectionInput.parse(Object.fromEntries(Object.entries(all).filter(isGiven)));
    },
    run: (ctx, input) => updateSsoConnection(ctx, input),
    print,
  }),
  verb({
    usage: "show",
    description: "Show a connection, and the values for its identity provider.",
    place: connection,
    run: showSsoConnection,
    print,
  }),
  verb({
    usage: "refresh",
    description: "Read the metadata of a connection's address now.",
    place: connection,
    run: refreshSsoMetadata,
    print,
  }),
  verb({
    usage: "enable",
    description: "Let people sign in by a connection.",
    place: connection,
    run: (ctx, address) => updateSsoConnection(ctx, { ...address, enabled: true }),
    print,
  }),
  verb({
    usage: "disable",
    description: "Let no one sign in by a connection. Sessions stay.",
    place: connection,
    run: (ctx, address) => updateSsoConnection(ctx, { ...address, enabled: false }),
    print,
  }),
  verb({
    usage: "delete",
    description: "Delete a connection and end its sessions. Users stay.",
    place: connection,
    run: removeSsoConnection,
    print: ({ name, endedSessions }) => `Deleted ${name}. Sessions ended: ${endedSessions}.`,
  }),
  verb({
    usage: "create-set-up-link",
    description: "Create a link by which the company's administrator sets a connection up.",
    place: connection,
    run: (ctx, address) => createSetUpLink(ctx, { ...address, days: 7 }),
    print: ({ link, expiresAt }) =>
      `${link}\nThe first browser that opens it has it, until ${formatMoment(expiresAt)} UTC.`,
  }),
  verb({
    usage: "revoke-set-up-link",
    description: "Revoke a connection's set-up link.",
    place: connection,
    run: revokeSetUpLink,
    json: () => ({ revoked: true }),
    print: () => "Revoked the link.",
  }),
];

const domains = [
  verb({
    usage: "add-domain",
    description: "Add a domain to a connection, and print the record that proves it.",
    place: domain,
    run: addSsoDomain,
    print,
  }),
  verb({
    usage: "verify-domain",
    description: "Look up the record of a connection's domain now.",
    place: domain,
    run: async (ctx, at) => {
      await verifySsoDomain(ctx, at);
      return showSsoConnection(ctx, at);
    },
    print,
  }),
  verb({
    usage: "remove-domain",
    description: "Remove a domain from a connection.",
    place: domain,
    run: removeSsoDomain,
    print,
  }),
];

/** The commands for the connections by which companies sign in. */
export const commands = [...main, ...domains, ...scimCommands];
