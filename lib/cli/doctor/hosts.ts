import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { HostUnavailableError } from "@/lib/core/errors";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import { formatServerVersion, MINIMUM_PRODUCTION_VERSION_NUM } from "@/lib/core/version-floor";
import { faultsOf } from "@/lib/hosting/hosts/set-up";
import { findDifferences } from "@/lib/jobs/differences";
import { type Check, fail, ok, reasonOf, type SessionCheck, warn } from "./checks";
import { checkGuard } from "./guard";
import { withHostConnection } from "./host-connection";
import { checkLogins } from "./host-logins";
import { checkRecipe } from "./host-recipe";
import { checkPooler } from "./pooler";

interface Files {
  extensions: string[];
  copyMethods: string[];
}

interface HostRow {
  id: string;
  name: string;
  sharesBlocks: boolean;
  provisionerUrl: string;
  pooledHost: string | null;
  pooledPort: number;
}

/**
 * Checks that each host is reachable, new enough, set up by the tenancy recipe and guarded, and whether branches are
 * clones.
 */
export const checkHosts: SessionCheck = async (session, probes) => {
  const hosts = await session.ctx.db.host.findMany({
    orderBy: { name: "asc" },
    select: { id: true, name: true, sharesBlocks: true, provisionerUrl: true, pooledHost: true, pooledPort: true },
  });
  if (hosts.length === 0) {
    return [fail("hosts", "none registered", "Start the embedded service once, or run `coppice host add`.")];
  }
  const clusters = new Clusters();
  const checks = await Promise.all(hosts.map((host) => checkHost(session, probes, host, clusters)));
  return [...checks.flat(), ...clusters.checks()];
};

async function checkHost(
  session: CommandSession,
  probes: DoctorProbes,
  row: HostRow,
  clusters: Clusters,
): Promise<Check[]> {
  const name = `host ${row.name}`;
  const place = { table: "host", column: "provisioner_url", rowId: row.id };
  const provisionerUrl = session.ctx.sealer.open(row.provisionerUrl, place);
  const host = session.openHost(provisionerUrl);
  try {
    const [facts, setUp, files] = await Promise.all([host.inspect(), host.readSetUp(), readFiles(provisionerUrl)]);
    clusters.note(row.name, facts.systemIdentifier);
    const faults = faultsOf(setUp);
    return [
      checkVersion(name, facts.serverVersionNum, session.environment.mode === "production"),
      ...SET_UP.map(([part, fine]) => {
        const fault = faults.find((each) => each.part === part);
        return fault ? fail(`${name}: ${part}`, fault.detail, fault.advice) : ok(`${name}: ${part}`, fine);
      }),
      ...(faults.some(({ part }) => part === "provisioner") ? [] : [await checkLogins(name, provisionerUrl)]),
      ...(await checkRecipe(name, provisionerUrl)),
      checkExtensions(name, files, probes.allowedExtensions),
      checkCloning(name, files, row.sharesBlocks),
      ...(await checkPooler(session, name, { ...row, provisionerUrl })),
      ...(await checkGuard(session, { name: row.name, provisionerUrl })),
      await checkDatabases(session, name, host, row.id),
    ];
  } catch (error) {
    const advice = "Start the cluster, or check its address, its firewall and the provisioner's password.";
    const cause = error instanceof HostUnavailableError && error.cause !== undefined ? error.cause : error;
    return [fail(name, `doesn't respond (${reasonOf(cause)})`, advice)];
  } finally {
    await host.close();
  }
}

const SET_UP = [
  ["provisioner", "can create databases and roles, not a superuser"],
  ["password", "is asked for"],
  ["template", "tmpl_tenant exists and is closed"],
] as const;

/** Finds hosts that are one cluster. */
class Clusters {
  readonly #names = new Map<string, string[]>();

  note(name: string, systemIdentifier: string): void {
    this.#names.set(systemIdentifier, [...(this.#names.get(systemIdentifier) ?? []), name]);
  }

  checks(): Check[] {
    const shared = [...this.#names.values()].filter((names) => names.length > 1);
    const advice = "Drain one of them and let it become empty, then remove it: their capacity is counted twice.";
    return shared.map((names) => fail("hosts", `are the same cluster: ${names.sort().join(", ")}`, advice));
  }
}

async function checkDatabases({ ctx }: CommandSession, name: string, host: DatabaseHost, hostId: string) {
  const label = `${name}: databases`;
  const { missing, orphans } = await findDifferences(ctx, host, hostId);
  if (missing.length > 0) {
    const advice = "Restore them from a backup of the cluster, or delete them. `coppice db repair` lists them again.";
    return fail(label, `missing: ${missing.join(", ")}`, advice);
  }
  if (orphans.length === 0) return ok(label, "all are there");
  const advice = "Drop them if they belong to no other installation: the service doesn't.";
  return warn(label, `no row names ${orphans.join(", ")}`, advice);
}

async function readFiles(connectionString: string): Promise<Files> {
  return withHostConnection(connectionString, async (client) => {
    const { rows } = await client.query<Files>(
      `select (select coalesce(array_agg(e.name::text order by e.name), '{}') from pg_available_extensions e) as extensions,
              (select coalesce(s.enumvals, '{}') from pg_settings s where s.name = 'file_copy_method') as "copyMethods"`,
    );
    const [files] = rows;
    if (!files) throw new Error("nothing was selected");
    return files;
  });
}

function checkVersion(name: string, version: number, isProduction: boolean): Check {
  const found = `PostgreSQL ${formatServerVersion(version)}`;
  if (version >= MINIMUM_PRODUCTION_VERSION_NUM) return ok(`${name}: version`, found);
  const floor = formatServerVersion(MINIMUM_PRODUCTION_VERSION_NUM);
  const advice = `Before ${floor}, a customer can run code as the cluster's user. Upgrade before you let strangers use it.`;
  return isProduction ? fail(`${name}: version`, found, advice) : warn(`${name}: version`, found, advice);
}

/**
 * Checks that no further extension is installed: any owner of a database can create a `trusted` one whose files are on
 * disk.
 */
function checkExtensions(name: string, facts: Files, allowed: readonly string[]): Check {
  const label = `${name}: extensions`;
  const surplus = facts.extensions.filter((extension) => !allowed.includes(extension));
  if (surplus.length === 0) return ok(label, `${facts.extensions.length} available, all allowed`);
  const advice = "Remove their control files from share/extension on the host.";
  return warn(label, `outside the allow list: ${surplus.join(", ")}`, advice);
}

function checkCloning(name: string, facts: Files, sharesBlocks: boolean): Check {
  const label = `${name}: branches`;
  if (sharesBlocks && facts.copyMethods.includes("clone")) return ok(label, "are clones");
  if (sharesBlocks)
    return fail(label, "the server can't clone files", "Use a build of PostgreSQL 18 with copy_file_range.");
  const advice = "Put its data on XFS with reflink; embedded: `coppice volume create --size 20G`.";
  return warn(label, "are copies: the filesystem doesn't share blocks", advice);
}
