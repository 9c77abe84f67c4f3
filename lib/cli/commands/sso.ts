import { list, onOff } from "@/lib/cli/define/kinds";
import { formatMoment } from "@/lib/cli/values";
import { CreateSsoConnectionInput, createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { listSsoConnections } from "@/lib/sign-in/sso/connections/list";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
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
const domain = connection.within("domain", "domain", "acme.example");

const main = [
  owner.verb("list", {
    description: "List the connections of a project or an organisation, oldest first.",
    run: listSsoConnections,
    columns: [
      "id",
      "name",
      {
        state: ({ enabled }) => (enabled ? "on" : "off"),
        "verified domains": ({ domains }) => domains.flatMap((each) => (each.verifiedAt === null ? [] : each.domain)),
      },
      "createdAt",
    ],
  }),
  owner.verb("create <name>", {
    description: "Create a connection, which is off.",
    examples: [
      "Acme --metadata ./acme.xml",
      "Acme --protocol oidc --issuer https://login.acme.example --client-id shop --secret-env ACME_SECRET",
    ],
    input: IdentityProviderFields.extend({ protocol }),
    options: { ...IDENTITY_PROVIDER_OPTIONS, protocol: "saml or oidc" },
    read: async ({ name, protocol, ...given }, line) =>
      CreateSsoConnectionInput.parse({ name, protocol, ...(await readIdentityProvider(line, given)) }),
    run: (ctx, input) => createSsoConnection(ctx, input),
    print,
  }),
  connection.verb("set", {
    description: "Change a connection's name or identity provider, or whether its people sign in by it alone.",
    examples: ["--metadata ./acme.xml", "--secret-env ACME_SECRET", "--required on"],
    input: IdentityProviderFields.extend({ name, required, trustsSecondFactor, secondFactorContexts }),
    options: {
      ...IDENTITY_PROVIDER_OPTIONS,
      name: "the new name",
      required: onOff("sign in by it alone; on ends its people's other sessions"),
      trustsSecondFactor: onOff("--trust-second-factor  don't ask here for a second factor that was given there"),
      secondFactorContexts: list("<values>  values that count as one, besides mfa in amr, separated by commas"),
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
  connection.verb("show", {
    description: "Show a connection, and the values for its identity provider.",
    run: showSsoConnection,
    print,
  }),
  connection.verb("refresh", {
    description: "Read the metadata of a connection's address now.",
    run: refreshSsoMetadata,
    print,
  }),
  connection.verb("enable", {
    description: "Let people sign in by a connection.",
    run: (ctx, address) => updateSsoConnection(ctx, { ...address, enabled: true }),
    print,
  }),
  connection.verb("disable", {
    description: "Let no one sign in by a connection. Sessions stay.",
    run: (ctx, address) => updateSsoConnection(ctx, { ...address, enabled: false }),
    print,
  }),
  connection.verb("delete", {
    description: "Delete a connection and end its sessions. Users stay.",
    run: removeSsoConnection,
    print: ({ name, endedSessions }) => `Deleted ${name}. Sessions ended: ${endedSessions}.`,
  }),
  connection.verb("create-set-up-link", {
    description: "Create a link by which the company's administrator sets a connection up.",
    run: (ctx, address) => createSetUpLink(ctx, { ...address, days: 7 }),
    print: ({ link, expiresAt }) =>
      `${link}\nThe first browser that opens it has it, until ${formatMoment(expiresAt)} UTC.`,
  }),
  connection.verb("revoke-set-up-link", {
    description: "Revoke a connection's set-up link.",
    run: revokeSetUpLink,
    json: () => ({ revoked: true }),
    print: () => "Revoked the link.",
  }),
];

const domains = [
  domain.verb("add-domain", {
    description: "Add a domain to a connection, and print the record that proves it.",
    run: addSsoDomain,
    print,
  }),
  domain.verb("verify-domain", {
    description: "Look up the record of a connection's domain now.",
    run: async (ctx, at) => {
      await verifySsoDomain(ctx, at);
      return showSsoConnection(ctx, at);
    },
    print,
  }),
  domain.verb("remove-domain", {
    description: "Remove a domain from a connection.",
    run: removeSsoDomain,
    print,
  }),
];

/** The commands for the connections by which companies sign in. */
export const commands = [...main, ...domains, ...scimCommands];
