import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { reasonOf } from "@/lib/core/error-code";
import { HostUnavailableError } from "@/lib/core/errors";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import { formatServerVersion, MINIMUM_PRODUCTION_VERSION_NUM } from "@/lib/core/version-floor";
import { faultOfLogins, faultsOf } from "@/lib/hosting/hosts/set-up";
import { findDifferences } from "@/lib/jobs/differences";
import { checkHostCertificate } from "./certificate";
import { type Check, type Finding, fail, named, ok, warn } from "./checks";
import { checkClock } from "./clock";
import { checkCopier } from "./copier";
import { checkGuard } from "./guard";
import { withHostConnection } from "./host-connection";
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
export async function checkHosts(session: CommandSession & { probes: DoctorProbes }): Promise<Finding | Check[]> {
  const hosts = await session.ctx.db.host.findMany({
    orderBy: { name: "asc" },
    select: { id: true, name: true, sharesBlocks: true, provisionerUrl: true, pooledHost: true, pooledPort: true },
  });
  if (hosts.length === 0) {
    return fail("none registered", "Start the embedded service once, or run `coppice host add`.");
  }
  const clusters = new Clusters();
  const checks = await Promise.all(hosts.map((host) => checkHost(session, host, clusters)));
  return [...checks.flat(), ...clusters.checks()];
}

async function checkHost(
  session: CommandSession & { probes: DoctorProbes },
  row: HostRow,
  clusters: Clusters,
): Promise<Check[]> {
  const name = `host ${row.name}`;
  const part = (what: string, finding: Finding | null) => (finding ? [named(`${name}: ${what}`, finding)] : []);
  const place = { table: "host", column: "provisioner_url", rowId: row.id };
  const provisionerUrl = session.ctx.sealer.open(row.provisionerUrl, place);
  const host = session.openHost(provisionerUrl);
  try {
    const [facts, setUp, files] = await Promise.all([host.inspect(), host.readSetUp(), readFiles(provisionerUrl)]);
    clusters.note(row.name, facts.systemIdentifier);
    const faults = faultsOf(setUp);
    return [
      ...part("version", checkVersion(facts.serverVersionNum, session.environment.mode === "production")),
      ...SET_UP.flatMap(([what, fine]) => {
        const fault = faults.find((each) => each.part === what);
        return part(what, fault ? fail(fault.detail, fault.advice) : ok(fine));
      }),
      ...(faults.some(({ part }) => part === "provisioner") ? [] : part("logins", await checkLogins(host))),
      ...part("clock", await checkClock(() => readClock(provisionerUrl))),
      ...part("certificate", await checkHostCertificate(provisionerUrl)),
      ...(await checkRecipe(name, provisionerUrl)),
      ...part("extensions", checkExtensions(files, session.probes.allowedExtensions)),
      ...part("branches", checkCloning(files, row.sharesBlocks)),
      ...part("pooler", await checkPooler(session, { ...row, provisionerUrl })),
      ...(await checkGuard(session, { name: row.name, provisionerUrl })),
      ...part("restores", await checkCopier(session, { hostId: row.id, serverVersionNum: facts.serverVersionNum })),
      ...part("databases", await checkDatabases(session, host, row.id)),
    ];
  } catch (error) {
    const advice = "Start the cluster, or check its address, its firewall and the provisioner's password.";
    const cause = error instanceof HostUnavailableError && error.cause !== undefined ? error.cause : error;
    return [named(name, fail(`doesn't respond (${reasonOf(cause)})`, advice))];
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
    return shared.map((names) => named("hosts", fail(`are the same cluster: ${names.sort().join(", ")}`, advice)));
  }
}

async function checkDatabases({ ctx }: CommandSession, host: DatabaseHost, hostId: string): Promise<Finding> {
  const { missing, orphans } = await findDifferences(ctx, host, hostId);
  if (missing.length > 0) {
    const advice = "Restore them from a backup of the cluster, or delete them. `coppice db repair` lists them again.";
    return fail(`missing: ${missing.join(", ")}`, advice);
  }
  if (orphans.length === 0) return ok("all are there");
  const advice = "Drop them if they belong to no other installation: the service doesn't.";
  return warn(`no row names ${orphans.join(", ")}`, advice);
}

async function checkLogins(host: DatabaseHost): Promise<Finding> {
  try {
    const fault = faultOfLogins(await host.tryLogins());
    if (fault) return fail(fault.detail, fault.advice);
    return ok("databases' roles, viewers and psql logins can log in");
  } catch (error) {
    return fail(`couldn't be tested (${reasonOf(error)})`, "See the other checks of this host.");
  }
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

async function readClock(connectionString: string): Promise<number> {
  return withHostConnection(connectionString, async (client) => {
    const { rows } = await client.query<{ now: string }>("select extract(epoch from clock_timestamp()) * 1000 as now");
    return Number(rows[0]?.now);
  });
}

function checkVersion(version: number, isProduction: boolean): Finding {
  const found = `PostgreSQL ${formatServerVersion(version)}`;
  if (version >= MINIMUM_PRODUCTION_VERSION_NUM) return ok(found);
  const floor = formatServerVersion(MINIMUM_PRODUCTION_VERSION_NUM);
  const packages = "postgresql-18 of apt.postgresql.org, or postgresql18-server of yum.postgresql.org";
  const advice = `Before ${floor}, a customer can run code as the cluster's user. Upgrade before you let strangers use it: ${packages}; for the embedded databases, name its programs in COPPICE_POSTGRES_BIN.`;
  return (isProduction ? fail : warn)(found, advice);
}

/**
 * Checks that no further extension is installed: any owner of a database can create a `trusted` one whose files are on
 * disk.
 */
function checkExtensions(facts: Files, allowed: readonly string[]): Finding {
  const surplus = facts.extensions.filter((extension) => !allowed.includes(extension));
  if (surplus.length === 0) return ok(`${facts.extensions.length} available, all allowed`);
  const advice = "Remove their control files from share/extension on the host.";
  return warn(`outside the allow list: ${surplus.join(", ")}`, advice);
}

function checkCloning(facts: Files, sharesBlocks: boolean): Finding {
  if (sharesBlocks && facts.copyMethods.includes("clone")) return ok("are clones");
  if (sharesBlocks) return fail("the server can't clone files", "Use a build of PostgreSQL 18 with copy_file_range.");
  const advice = "Put its data on XFS with reflink; embedded: `coppice volume create --size 20G`.";
  return warn("are copies: the filesystem doesn't share blocks", advice);
}
