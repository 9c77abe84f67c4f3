import { type Command, Option } from "commander";
import type { CommandResult } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import { formatMoment } from "@/lib/cli/values";
import type { ServiceContext } from "@/lib/runtime";
import type { ConnectionAddress } from "@/lib/sign-in/sso/connections/address";
import { CreateSsoConnectionInput, createSsoConnection } from "@/lib/sign-in/sso/connections/create";
import { listSsoConnections } from "@/lib/sign-in/sso/connections/list";
import { removeSsoConnection } from "@/lib/sign-in/sso/connections/remove";
import { SSO_PROTOCOLS } from "@/lib/sign-in/sso/connections/resource";
import { showSsoConnection } from "@/lib/sign-in/sso/connections/show";
import { UpdateSsoConnectionInput, updateSsoConnection } from "@/lib/sign-in/sso/connections/update";
import { addSsoDomain } from "@/lib/sign-in/sso/domains/add";
import { removeSsoDomain } from "@/lib/sign-in/sso/domains/remove";
import { verifySsoDomain } from "@/lib/sign-in/sso/domains/verify";
import { refreshSsoMetadata } from "@/lib/sign-in/sso/metadata/refresh";
import { createSetUpLink } from "@/lib/sign-in/sso/set-up/create-link";
import { revokeSetUpLink } from "@/lib/sign-in/sso/set-up/revoke-link";
import { told } from "./sso-connection";
import {
  addIdentityProviderOptions,
  type IdentityProviderOptions,
  readIdentityProvider,
} from "./sso-identity-provider";
import { addOwnerOptions, findOwner, type OwnerOptions } from "./sso-owner";
import { addScimCommands } from "./sso-scim";

/** Adds the commands for the connections by which companies sign in. */
export function addSsoCommands(tree: CommandTree, noun: Command): void {
  addList(tree, noun);
  addCreate(tree, noun);
  addSet(tree, noun);
  addOne(tree, noun, "show", "Show a connection, and the values for its identity provider.", async (ctx, address) =>
    told(await showSsoConnection(ctx, address)),
  );
  addOne(tree, noun, "refresh", "Read the metadata of a connection's address now.", async (ctx, address) =>
    told(await refreshSsoMetadata(ctx, address)),
  );
  addOne(tree, noun, "enable", "Let people sign in by a connection.", async (ctx, address) =>
    told(await updateSsoConnection(ctx, { ...address, enabled: true })),
  );
  addOne(tree, noun, "disable", "Let no one sign in by a connection. Sessions stay.", async (ctx, address) =>
    told(await updateSsoConnection(ctx, { ...address, enabled: false })),
  );
  addOne(tree, noun, "delete", "Delete a connection and end its sessions. Users stay.", async (ctx, address) => {
    const deleted = await removeSsoConnection(ctx, address);
    return { json: deleted, text: `Deleted ${deleted.name}. Sessions ended: ${deleted.endedSessions}.\n` };
  });
  addOne(
    tree,
    noun,
    "create-set-up-link",
    "Create a link by which the company's administrator sets a connection up.",
    async (ctx, address) => {
      const made = await createSetUpLink(ctx, { ...address, days: 7 });
      const until = formatMoment(made.expiresAt);
      return { json: made, text: `${made.link}\nThe first browser that opens it has it, until ${until} UTC.\n` };
    },
  );
  addOne(tree, noun, "revoke-set-up-link", "Revoke a connection's set-up link.", async (ctx, address) => {
    await revokeSetUpLink(ctx, address);
    return { json: { revoked: true }, text: "Revoked the link.\n" };
  });
  addDomainVerbs(tree, noun);
  addScimCommands(tree, noun);
}

function addList(tree: CommandTree, noun: Command): void {
  addVerb<OwnerOptions>(tree, noun, {
    usage: "list",
    description: "List the connections of a project or an organisation, oldest first.",
    examples: ["coppice sso list --project Shop"],
    options: addOwnerOptions,
    run: async (_args, owner) => {
      const list = await tree.line.withSession(async ({ ctx }) => listSsoConnections(ctx, await findOwner(ctx, owner)));
      const rows = list.items.map(({ id, name, enabled, domains, createdAt }) => {
        const verified = domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain);
        return [id, name, enabled ? "on" : "off", verified.join(", ") || "-", formatMoment(createdAt)];
      });
      return { json: list, text: formatTable(["id", "name", "state", "verified domains", "created (UTC)"], rows) };
    },
  });
}

function addCreate(tree: CommandTree, noun: Command): void {
  addVerb<OwnerOptions & IdentityProviderOptions & { protocol: string }>(tree, noun, {
    usage: "create <name>",
    description: "Create a connection, which is off.",
    examples: [
      "coppice sso create Acme --project Shop --metadata ./acme.xml",
      "coppice sso create Acme --project Shop --protocol oidc --issuer https://login.acme.example --client-id shop --secret-env ACME_SECRET",
    ],
    options: (command) =>
      addIdentityProviderOptions(addOwnerOptions(command)).addOption(
        new Option("--protocol <protocol>", "saml or oidc").choices(SSO_PROTOCOLS).default("saml"),
      ),
    run: async (args, { project, organisation, protocol, ...given }) => {
      const name = argument(args, 0);
      const input = CreateSsoConnectionInput.parse({ name, protocol, ...(await readIdentityProvider(tree, given)) });
      return told(
        await tree.line.withSession(async ({ ctx }) =>
          createSsoConnection(ctx, { ...input, ...(await findOwner(ctx, { project, organisation })) }),
        ),
      );
    },
  });
}

interface SetOptions {
  name?: string;
  required?: string;
  trustSecondFactor?: string;
  secondFactorContexts?: string;
}

function addSet(tree: CommandTree, noun: Command): void {
  addVerb<OwnerOptions & IdentityProviderOptions & SetOptions>(tree, noun, {
    usage: "set <connection>",
    description: "Change a connection's name or identity provider, or whether its people sign in by it alone.",
    examples: [
      "coppice sso set sso_4k9x2m7q1w8e5r3t6y0u --project Shop --metadata ./acme.xml",
      "coppice sso set sso_4k9x2m7q1w8e5r3t6y0u --project Shop --secret-env ACME_SECRET",
      "coppice sso set sso_4k9x2m7q1w8e5r3t6y0u --project Shop --required on",
    ],
    options: (command) =>
      addIdentityProviderOptions(addOwnerOptions(command))
        .option("--name <name>", "the new name")
        .addOption(
          new Option("--required <on|off>", "sign in by it alone; on ends its people's other sessions").choices([
            "on",
            "off",
          ]),
        )
        .addOption(
          new Option(
            "--trust-second-factor <on|off>",
            "don't ask here for a second factor that was given there",
          ).choices(["on", "off"]),
        )
        .option(
          "--second-factor-contexts <values>",
          "values that count as one, besides mfa in amr, separated by commas",
        ),
    run: async (args, { project, organisation, name, required, trustSecondFactor, secondFactorContexts, ...given }) => {
      const named = name === undefined ? {} : { name };
      const switches = {
        ...(required !== undefined && { required: required === "on" }),
        ...(trustSecondFactor !== undefined && { trustsSecondFactor: trustSecondFactor === "on" }),
        ...(secondFactorContexts !== undefined && {
          secondFactorContexts: secondFactorContexts.split(",").filter(Boolean),
        }),
      };
      const input = UpdateSsoConnectionInput.parse({
        ...{ ...named, ...switches },
        ...(await readIdentityProvider(tree, given)),
      });
      return withConnection(tree, { project, organisation }, argument(args, 0), async (ctx, address) =>
        told(await updateSsoConnection(ctx, { ...address, ...input })),
      );
    },
  });
}

function addDomainVerbs(tree: CommandTree, noun: Command): void {
  const verbs: [
    string,
    string,
    (ctx: ServiceContext, address: ConnectionAddress, domain: string) => Promise<unknown>,
  ][] = [
    [
      "add-domain",
      "Add a domain to a connection, and print the record that proves it.",
      (ctx, address, domain) => addSsoDomain(ctx, { ...address, domain }),
    ],
    [
      "verify-domain",
      "Look up the record of a connection's domain now.",
      (ctx, address, domain) => verifySsoDomain(ctx, { ...address, domain: domain.toLowerCase() }),
    ],
    [
      "remove-domain",
      "Remove a domain from a connection.",
      (ctx, address, domain) => removeSsoDomain(ctx, { ...address, domain: domain.toLowerCase() }),
    ],
  ];
  for (const [verb, description, work] of verbs) {
    addVerb<OwnerOptions>(tree, noun, {
      usage: `${verb} <connection> <domain>`,
      description,
      examples: [`coppice sso ${verb} sso_4k9x2m7q1w8e5r3t6y0u acme.example --project Shop`],
      options: addOwnerOptions,
      run: (args, owner) =>
        withConnection(tree, owner, argument(args, 0), async (ctx, address) => {
          await work(ctx, address, argument(args, 1));
          return told(await showSsoConnection(ctx, address));
        }),
    });
  }
}

/** Adds a verb that concerns one connection. */
function addOne(
  tree: CommandTree,
  noun: Command,
  verb: string,
  description: string,
  work: (ctx: ServiceContext, address: ConnectionAddress) => Promise<CommandResult>,
): void {
  addVerb<OwnerOptions>(tree, noun, {
    usage: `${verb} <connection>`,
    description,
    examples: [`coppice sso ${verb} sso_4k9x2m7q1w8e5r3t6y0u --project Shop`],
    options: addOwnerOptions,
    run: (args, owner) => withConnection(tree, owner, argument(args, 0), work),
  });
}

function withConnection(
  tree: CommandTree,
  owner: OwnerOptions,
  connectionId: string,
  work: (ctx: ServiceContext, address: ConnectionAddress) => Promise<CommandResult>,
): Promise<CommandResult> {
  return tree.line.withSession(async ({ ctx }) => {
    return work(ctx, { ...(await findOwner(ctx, owner)), connectionId });
  });
}
