import type { CommandSession, DoctorProbes } from "@/lib/cli/command-line";
import { MINIMUM_PRODUCTION_VERSION_NUM } from "@/lib/core/version-floor";
import { formatServerVersion } from "@/lib/hosting/hosts/resource";
import { type Check, fail, ok, reasonOf, type SessionCheck, warn } from "./checks";
import { checkGuard } from "./guard";
import { withHostConnection } from "./host-connection";
import { checkLogins } from "./host-logins";
import { checkRecipe } from "./host-recipe";

const TEMPLATE = "tmpl_tenant";

interface Facts {
  version: number;
  isSuperuser: boolean;
  createsDatabases: boolean;
  createsRoles: boolean;
  /** Whether the template is closed; `null` when there is no template. */
  templateIsClosed: boolean | null;
  extensions: string[];
  copyMethods: string[];
}

interface HostRow {
  id: string;
  name: string;
  sharesBlocks: boolean;
  provisionerUrl: string;
}

/**
 * Checks that each host is reachable, new enough, set up by the tenancy recipe and guarded, and whether branches are
 * clones.
 */
export const checkHosts: SessionCheck = async (session, probes) => {
  const hosts = await session.ctx.db.host.findMany({
    orderBy: { name: "asc" },
    select: { id: true, name: true, sharesBlocks: true, provisionerUrl: true },
  });
  if (hosts.length === 0) {
    return [fail("hosts", "none registered", "Start the embedded service once, or run `coppice host add`.")];
  }
  const checks = await Promise.all(hosts.map((host) => checkHost(session, probes, host)));
  return checks.flat();
};

async function checkHost(session: CommandSession, probes: DoctorProbes, host: HostRow): Promise<Check[]> {
  const name = `host ${host.name}`;
  try {
    const place = { table: "host", column: "provisioner_url", rowId: host.id };
    const provisionerUrl = session.ctx.sealer.open(host.provisionerUrl, place);
    const facts = await readFacts(provisionerUrl);
    const provisioner = checkProvisioner(name, facts);
    return [
      checkVersion(name, facts.version, session.environment.mode === "production"),
      provisioner,
      ...(provisioner.status === "ok" ? [await checkLogins(name, provisionerUrl)] : []),
      checkTemplate(name, facts),
      ...(await checkRecipe(name, provisionerUrl)),
      checkExtensions(name, facts, probes.allowedExtensions),
      checkCloning(name, facts, host.sharesBlocks),
      ...(await checkGuard(session, { name: host.name, provisionerUrl })),
    ];
  } catch (error) {
    const advice = "Start the cluster, or check its address, its firewall and the provisioner's password.";
    return [fail(name, `doesn't respond (${reasonOf(error)})`, advice)];
  }
}

async function readFacts(connectionString: string): Promise<Facts> {
  return withHostConnection(connectionString, async (client) => {
    const { rows } = await client.query<Facts>(
      `select current_setting('server_version_num')::int as version,
              r.rolsuper as "isSuperuser", r.rolcreatedb as "createsDatabases", r.rolcreaterole as "createsRoles",
              (select d.datistemplate and not d.datallowconn from pg_database d where d.datname = $1) as "templateIsClosed",
              (select coalesce(array_agg(e.name::text order by e.name), '{}') from pg_available_extensions e) as extensions,
              (select coalesce(s.enumvals, '{}') from pg_settings s where s.name = 'file_copy_method') as "copyMethods"
       from pg_roles r where r.rolname = current_user`,
      [TEMPLATE],
    );
    const facts = rows[0];
    if (!facts) throw new Error("the provisioner's role isn't listed");
    return facts;
  });
}

function checkVersion(name: string, version: number, isProduction: boolean): Check {
  const found = `PostgreSQL ${formatServerVersion(version)}`;
  if (version >= MINIMUM_PRODUCTION_VERSION_NUM) return ok(`${name}: version`, found);
  const floor = formatServerVersion(MINIMUM_PRODUCTION_VERSION_NUM);
  const advice = `Before ${floor}, a customer can run code as the cluster's user. Upgrade before you let strangers use it.`;
  return isProduction ? fail(`${name}: version`, found, advice) : warn(`${name}: version`, found, advice);
}

function checkProvisioner(name: string, facts: Facts): Check {
  const label = `${name}: provisioner`;
  if (facts.isSuperuser) return fail(label, "is a superuser", "Use a role with CREATEDB and CREATEROLE only.");
  if (!facts.createsDatabases || !facts.createsRoles) {
    return fail(label, "lacks CREATEDB or CREATEROLE", "ALTER ROLE … CREATEDB CREATEROLE, as superuser.");
  }
  return ok(label, "can create databases and roles, not a superuser");
}

function checkTemplate(name: string, facts: Facts): Check {
  const label = `${name}: template`;
  if (facts.templateIsClosed === true) return ok(label, `${TEMPLATE} exists and is closed`);
  const advice = "Set up the cluster as in docs/hosts.md.";
  const detail = facts.templateIsClosed === null ? `${TEMPLATE} is missing` : `${TEMPLATE} accepts connections`;
  return fail(label, detail, advice);
}

/**
 * Checks that no further extension is installed: any owner of a database can create a `trusted` one whose files are on
 * disk.
 */
function checkExtensions(name: string, facts: Facts, allowed: readonly string[]): Check {
  const label = `${name}: extensions`;
  const surplus = facts.extensions.filter((extension) => !allowed.includes(extension));
  if (surplus.length === 0) return ok(label, `${facts.extensions.length} available, all allowed`);
  const advice = "Remove their control files from share/extension on the host.";
  return warn(label, `outside the allow list: ${surplus.join(", ")}`, advice);
}

function checkCloning(name: string, facts: Facts, sharesBlocks: boolean): Check {
  const label = `${name}: branches`;
  if (sharesBlocks && facts.copyMethods.includes("clone")) return ok(label, "are clones");
  if (sharesBlocks)
    return fail(label, "the server can't clone files", "Use a build of PostgreSQL 18 with copy_file_range.");
  const advice = "Put its data on XFS with reflink; embedded: `coppice volume create --size 20G`.";
  return warn(label, "are copies: the filesystem doesn't share blocks", advice);
}
