import { z } from "zod";
import { UsageError } from "@/lib/cli/command-line";
import { onOff } from "@/lib/cli/define/kinds";
import { anywhere } from "@/lib/cli/define/places";
import { fields } from "@/lib/cli/define/print";
import { readSecret } from "@/lib/cli/secret-input";
import { formatServerVersion } from "@/lib/core/version-floor";
import { AddHostInput, addHost } from "@/lib/hosting/hosts/add";
import { drainHost } from "@/lib/hosting/hosts/drain";
import { findHostId } from "@/lib/hosting/hosts/find";
import { listHosts } from "@/lib/hosting/hosts/list";
import { removeHost } from "@/lib/hosting/hosts/remove";
import { type RenewedLogins, renewLogins } from "@/lib/hosting/hosts/renew-logins";
import type { Host } from "@/lib/hosting/hosts/resource";
import { SetHostInput, setHost } from "@/lib/hosting/hosts/set";

const place = anywhere.found("host", "pg-1", ["hostId"], async (ctx, _at, name) => ({
  hostId: await findHostId(ctx, name),
}));

const urlEnv = z.string().optional();
const { publicHost, publicPort } = SetHostInput.shape;
const capacity = "<databases>  how many databases it can take";
const sslMode = "<mode>  the sslmode in customers' connection strings";

const address = (host: Host) => `${host.publicHost}:${host.publicPort}`;
const version = (host: Host) => formatServerVersion(host.serverVersionNum);
const printHost = fields<Host>([
  "id",
  "name",
  "kind",
  "status",
  { address, pooler: ({ pooledHost, pooledPort }) => pooledHost && `${pooledHost}:${pooledPort}` },
  "sslMode",
  "capacity",
  "sharesBlocks",
  { PostgreSQL: version },
]);

export const commands = [
  anywhere.verb("add <name>", {
    description:
      "Register a cluster. The provisioner's connection string is read from standard input or from the variable named by --url-env, never from arguments, which other users can see.",
    examples: [
      "pg-1 --capacity 200 --ssl-mode require < provisioner-url.txt",
      "pg-1 --capacity 200 --url-env PROVISIONER_URL --public-host db.example.com",
    ],
    input: AddHostInput.omit({ provisionerUrl: true }).extend({ urlEnv, publicHost, publicPort }),
    options: {
      capacity,
      kind: "which databases it takes",
      urlEnv: "<name>  the environment variable with the connection string",
      publicHost: "<host>  where customers connect, if different from the provisioner's host",
      publicPort: "<port>  the port for customers, if different",
      sslMode,
      sharesBlocks: "its filesystem shares blocks (XFS with reflink, Btrfs, ZFS): branches are clones",
    },
    read: async ({ urlEnv: variableName, ...given }, line) => {
      const provisionerUrl = await readSecret(line, { label: "Connection string", variableName });
      const url = parseProvisionerUrl(provisionerUrl);
      const at = { publicHost: url.hostname, publicPort: Number(url.port || 5432) };
      return AddHostInput.parse({ ...at, ...given, provisionerUrl });
    },
    run: (ctx, input, { session: { openHost } }) => addHost(ctx, input, openHost),
    print: (host) => `${printHost(host)}\n${GUARD_NEEDED}`,
  }),
  place.verb("set", {
    description:
      "Change a host, by ID or name. A new connection string, with another password, address or certificate authority, must lead to the same cluster; it's read from standard input, or from the variable named by --url-env.",
    examples: [
      "--capacity 300",
      "--url < provisioner-url.txt",
      "--public-host db.example.com --ssl-mode verify-full",
      "--pooled-host db.example.com --pooled-port 6432",
    ],
    input: SetHostInput.omit({ provisionerUrl: true }).extend({
      url: z.boolean(),
      urlEnv,
      pooler: z.boolean().default(true),
    }),
    options: {
      capacity,
      url: "read a new connection string of the provisioner from standard input",
      urlEnv: "<name>  the environment variable with it",
      publicHost: "<host>  where customers connect",
      publicPort: "<port>  the port for customers",
      pooledHost: "<host>  where customers reach its pooler",
      pooledPort: "<port>  the port of the pooler, 6432 at first",
      pooler: "--no-pooler  it has no pooler any more",
      sslMode,
      sharesBlocks: onOff("whether its filesystem shares blocks, such as after a move to XFS"),
    },
    read: async ({ url, urlEnv: variableName, pooler, ...given }, line) => {
      const isNew = url || variableName !== undefined;
      const fields = pooler ? given : { ...given, pooledHost: null };
      if (!isNew && Object.keys(fields).length === 0) throw new UsageError("Name something to change.");
      if (!isNew) return fields;
      const provisionerUrl = await readSecret(line, { label: "Connection string", variableName });
      parseProvisionerUrl(provisionerUrl);
      return { ...fields, provisionerUrl };
    },
    run: (ctx, input, { session: { openHost } }) => setHost(ctx, input, openHost),
    print: printHost,
  }),
  anywhere.verb("list", {
    description: "List all hosts, with how many databases each has and how many more it can take.",
    run: listHosts,
    columns: [
      "id",
      "name",
      "kind",
      "status",
      { address, PostgreSQL: version, clones: "sharesBlocks" },
      "databases",
      "free",
    ],
  }),
  place.verb("drain", {
    description: "Stop placing new databases on a host, by ID or name. Its databases keep working.",
    examples: ["", "--undo"],
    input: z.object({ undo: z.boolean() }),
    options: { undo: "place databases on it again" },
    run: (ctx, { undo, ...at }) => drainHost(ctx, { ...at, status: undo ? "active" : "draining" }),
    print: ({ name, status }) => `${name} is ${status}.${status === "draining" ? HOW_TO_EMPTY : ""}`,
  }),
  place.verb("renew-logins", {
    description:
      "Give the roles of every database on a host their present passwords, and keep out those that came back, as after the host was restored to an earlier time. Clients are disconnected, and connect again.",
    examples: ["", "--json"],
    purpose: "hosts",
    run: renewLogins,
    print: describeRenewed,
    isWell: ({ failed }) => failed.length === 0,
  }),
  place.verb("remove", {
    description: "Remove a host that has no databases. The host itself isn't changed.",
    run: removeHost,
    print: ({ name, id }) => `Removed ${name} (${id}).`,
  }),
];

const HOW_TO_EMPTY = "\nIts databases stay until each is moved: `npm run coppice -- db move <database> --host <host>`.";

const GUARD_NEEDED =
  "Run a guard on the cluster's machine, as its operating-system user: `npm run coppice -- host-guard`.\nWithout one, a customer can use up the memory, disk or locks that others need.\n";

function describeRenewed({ name, renewed, failed, dropped, barred, unknown }: RenewedLogins): string {
  const lines = [
    ...dropped.map((id) => `${id}: a login without a row, dropped`),
    ...barred.map((id) => `${id}: not on this host by the control plane; nobody can log in any more`),
    ...unknown.map((id) => `${id}: unknown to the control plane; left alone`),
    ...failed.map(({ databaseId, reason }) => `${databaseId}: NOT renewed. ${reason}`),
  ];
  const count = renewed.length === 1 ? "1 database has its" : `${renewed.length} databases have their`;
  return `${name}: ${count} present password${renewed.length === 1 ? "" : "s"}.\n${lines.map((text) => `  ${text}\n`).join("")}`;
}

/** No error repeats the connection string. */
function parseProvisionerUrl(provisionerUrl: string): URL {
  const url = URL.parse(provisionerUrl);
  if (!url || !/^postgres(ql)?:$/.test(url.protocol) || url.hostname === "" || url.username === "") {
    throw new UsageError("The connection string must read postgresql://<role>:<password>@<host>:<port>/<database>.");
  }
  return url;
}
