import { type Command, InvalidArgumentError, Option } from "commander";
import { UsageError } from "@/lib/cli/command-line";
import { readSecret } from "@/lib/cli/secret-input";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatFields, formatTable } from "@/lib/cli/table";
import { parseWholeNumber } from "@/lib/cli/values";
import { formatServerVersion } from "@/lib/core/version-floor";
import { AddHostInput, addHost } from "@/lib/hosting/hosts/add";
import { drainHost } from "@/lib/hosting/hosts/drain";
import { findHostId } from "@/lib/hosting/hosts/find";
import { type HostUsage, listHosts } from "@/lib/hosting/hosts/list";
import { removeHost } from "@/lib/hosting/hosts/remove";
import { type Host, SSL_MODES } from "@/lib/hosting/hosts/resource";
import { type SetHostInput, setHost } from "@/lib/hosting/hosts/set";
import { HOST_KINDS } from "@/lib/people/organisations/resource";

interface SetOptions {
  capacity?: number;
  url?: boolean;
  urlEnv?: string;
  publicHost?: string;
  publicPort?: number;
  pooledHost?: string;
  pooledPort?: number;
  /** `false` for `--no-pooler`. */
  pooler: boolean;
  sslMode?: SetHostInput["sslMode"];
}

interface AddOptions {
  capacity: number;
  kind: string;
  urlEnv?: string;
  publicHost?: string;
  publicPort?: number;
  sslMode?: string;
  sharesBlocks?: boolean;
}

export function addHostCommands(tree: CommandTree, noun: Command): void {
  const { line } = tree;
  addAdd(tree, noun);
  addSet(tree, noun);
  addVerb(tree, noun, {
    usage: "list",
    description: "List all hosts, with how many databases each has and how many more it can take.",
    examples: ["coppice host list"],
    run: async () => {
      const items = await line.withSession(({ ctx }) => listHosts(ctx));
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb<{ undo?: boolean }>(tree, noun, {
    usage: "drain <host>",
    description: "Stop placing new databases on a host, by ID or name. Its databases keep working.",
    examples: ["coppice host drain pg-1", "coppice host drain pg-1 --undo"],
    options: (command) => command.option("--undo", "place databases on it again"),
    run: async (args, options) => {
      const status = options.undo ? "active" : "draining";
      const host = await line.withSession(async ({ ctx }) =>
        drainHost(ctx, { hostId: await findHostId(ctx, argument(args, 0)), status }),
      );
      return { json: host, text: `${host.name} is ${host.status}.\n` };
    },
  });
  addVerb(tree, noun, {
    usage: "remove <host>",
    description: "Remove a host that has no databases. The host itself isn't changed.",
    examples: ["coppice host remove pg-1"],
    run: async (args) => {
      const host = await line.withSession(async ({ ctx }) =>
        removeHost(ctx, { hostId: await findHostId(ctx, argument(args, 0)) }),
      );
      return { json: host, text: `Removed ${host.name} (${host.id}).\n` };
    },
  });
}

function addAdd(tree: CommandTree, noun: Command): void {
  addVerb<AddOptions>(tree, noun, {
    usage: "add <name>",
    description:
      "Register a cluster. The provisioner's connection string is read from standard input or from the variable named by --url-env, never from arguments, which other users can see.",
    examples: [
      "coppice host add pg-1 --capacity 200 --ssl-mode require < provisioner-url.txt",
      "coppice host add pg-1 --capacity 200 --url-env PROVISIONER_URL --public-host db.example.com",
    ],
    options: (command) =>
      command
        .addOption(
          new Option("--capacity <databases>", "how many databases it can take")
            .argParser(parseWholeNumber)
            .makeOptionMandatory(),
        )
        .addOption(new Option("--kind <kind>", "which databases it takes").choices(HOST_KINDS).default("shared"))
        .option("--url-env <name>", "the environment variable with the connection string")
        .option("--public-host <host>", "where customers connect, if different from the provisioner's host")
        .option("--public-port <port>", "the port for customers, if different", parsePort)
        .addOption(new Option("--ssl-mode <mode>", "the sslmode in customers' connection strings").choices(SSL_MODES))
        .option("--shares-blocks", "its filesystem shares blocks (XFS with reflink, Btrfs, ZFS): branches are clones"),
    run: async (args, options) => {
      const url = await readSecret(tree.line, { label: "Connection string", variableName: options.urlEnv });
      const input = toInput(argument(args, 0), url, options);
      const host = await tree.line.withSession(({ ctx, openHost }) => addHost(ctx, input, openHost));
      return { json: host, text: `${describeHost(host)}\n${GUARD_NEEDED}` };
    },
  });
}

function addSet(tree: CommandTree, noun: Command): void {
  addVerb<SetOptions>(tree, noun, {
    usage: "set <host>",
    description:
      "Change a host, by ID or name. A new connection string, with another password, address or certificate authority, must lead to the same cluster; it's read from standard input, or from the variable named by --url-env.",
    examples: [
      "coppice host set pg-1 --capacity 300",
      "coppice host set pg-1 --url < provisioner-url.txt",
      "coppice host set pg-1 --public-host db.example.com --ssl-mode verify-full",
      "coppice host set pg-1 --pooled-host db.example.com --pooled-port 6432",
    ],
    options: (command) =>
      command
        .addOption(new Option("--capacity <databases>", "how many databases it can take").argParser(parseWholeNumber))
        .option("--url", "read a new connection string of the provisioner from standard input")
        .option("--url-env <name>", "the environment variable with it")
        .option("--public-host <host>", "where customers connect")
        .option("--public-port <port>", "the port for customers", parsePort)
        .option("--pooled-host <host>", "where customers reach its pooler")
        .option("--pooled-port <port>", "the port of the pooler, 6432 at first", parsePort)
        .option("--no-pooler", "it has no pooler any more")
        .addOption(new Option("--ssl-mode <mode>", "the sslmode in customers' connection strings").choices(SSL_MODES)),
    run: async (args, { url, urlEnv, pooler, ...given }) => {
      const isNew = url === true || urlEnv !== undefined;
      const fields = pooler ? given : { ...given, pooledHost: null };
      if (!isNew && Object.keys(fields).length === 0) throw new UsageError("Name something to change.");
      const input = { label: "Connection string", variableName: urlEnv };
      const provisionerUrl = isNew ? await readSecret(tree.line, input) : undefined;
      if (provisionerUrl !== undefined) parseProvisionerUrl(provisionerUrl);
      const host = await tree.line.withSession(async ({ ctx, openHost }) => {
        const hostId = await findHostId(ctx, argument(args, 0));
        return setHost(ctx, { hostId, ...fields, ...(provisionerUrl !== undefined && { provisionerUrl }) }, openHost);
      });
      return { json: host, text: describeHost(host) };
    },
  });
}

const GUARD_NEEDED =
  "Run a guard on the cluster's machine, as its operating-system user: `npm run coppice -- host-guard`.\nWithout one, a customer can use up the memory, disk or locks that others need.\n";

/** No error repeats the connection string. */
function parseProvisionerUrl(provisionerUrl: string): URL {
  const url = URL.parse(provisionerUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === "" || url.username === "") {
    throw new UsageError("The connection string must read postgresql://<role>:<password>@<host>:<port>/<database>.");
  }
  return url;
}

function toInput(name: string, provisionerUrl: string, options: AddOptions): AddHostInput {
  const url = parseProvisionerUrl(provisionerUrl);
  return AddHostInput.parse({
    name,
    provisionerUrl,
    kind: options.kind,
    publicHost: options.publicHost ?? url.hostname,
    publicPort: options.publicPort ?? Number(url.port || 5432),
    sslMode: options.sslMode ?? null,
    capacity: options.capacity,
    sharesBlocks: options.sharesBlocks ?? false,
  });
}

function parsePort(text: string): number {
  const port = parseWholeNumber(text);
  if (port < 1 || port > 65_535) throw new InvalidArgumentError("A port is a number from 1 to 65535.");
  return port;
}

function describeHost(host: Host): string {
  return formatFields([
    ["id", host.id],
    ["name", host.name],
    ["kind", host.kind],
    ["status", host.status],
    ["address", `${host.publicHost}:${host.publicPort}`],
    ["pooler", host.pooledHost === null ? "-" : `${host.pooledHost}:${host.pooledPort}`],
    ["ssl mode", host.sslMode ?? "-"],
    ["capacity", String(host.capacity)],
    ["shares blocks", host.sharesBlocks ? "yes" : "no"],
    ["PostgreSQL", formatServerVersion(host.serverVersionNum)],
  ]);
}

function tableOf(items: readonly HostUsage[]): string {
  return formatTable(
    ["ID", "NAME", "KIND", "STATUS", "ADDRESS", "POSTGRESQL", "CLONES", "DATABASES", "FREE"],
    items.map((host) => [
      host.id,
      host.name,
      host.kind,
      host.status,
      `${host.publicHost}:${host.publicPort}`,
      formatServerVersion(host.serverVersionNum),
      host.sharesBlocks ? "yes" : "no",
      String(host.databases),
      String(host.free),
    ]),
  );
}
