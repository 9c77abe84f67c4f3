import type { HostLogins, HostSetUp } from "@/lib/core/ports/database-host";

interface Fault {
  detail: string;
  advice: string;
}

interface SetUpFault extends Fault {
  part: "provisioner" | "template" | "password";
}

const WITHOUT_TRUST =
  "Remove the lines with trust from pg_hba.conf, put those of docs/hosts.md in their place, and reload.";

/** Returns the parts of docs/hosts.md that a cluster lacks. No database may be placed on one that lacks any of it. */
export function faultsOf(setUp: HostSetUp): SetUpFault[] {
  const { isSuperuser, createsDatabases, createsRoles, templateIsClosed, takesAnyPassword } = setUp;
  const faults: (SetUpFault | false)[] = [
    isSuperuser && {
      ...{ part: "provisioner", detail: "is a superuser" },
      advice: "Use a role with CREATEDB and CREATEROLE only.",
    },
    !(createsDatabases && createsRoles) &&
      !isSuperuser && {
        ...{ part: "provisioner", detail: "lacks CREATEDB or CREATEROLE" },
        advice: "ALTER ROLE … CREATEDB CREATEROLE, as superuser.",
      },
    takesAnyPassword && {
      ...{ part: "password", detail: "isn't asked for: a wrong one is let in" },
      advice: "Remove the lines with trust from pg_hba.conf, put those of docs/hosts.md in their place, and reload.",
    },
    templateIsClosed !== true && {
      part: "template",
      detail: templateIsClosed === null ? "tmpl_tenant is missing" : "tmpl_tenant accepts connections",
      advice: "Set up the cluster as in docs/hosts.md.",
    },
  ];
  return faults.filter((fault) => fault !== false);
}

/** Returns the fault in the way a cluster lets the roles of customers in. No database may be placed on one that has it. */
export function faultOfLogins({ takesAnyPassword, ownRole, memberRole, otherDatabase }: HostLogins): Fault | null {
  if (takesAnyPassword) return { detail: "a wrong password is let in", advice: WITHOUT_TRUST };
  if (ownRole !== null) {
    return {
      detail: `databases' roles are refused (${ownRole})`,
      advice:
        "Add the lines with sameuser and samerole from docs/hosts.md to pg_hba.conf, before any line that rejects, and reload. They must also match connections from this machine.",
    };
  }
  if (memberRole !== null) {
    return {
      detail: `viewers and psql logins are refused (${memberRole}): pg_hba.conf has no line with samerole`,
      advice:
        "Add `hostssl samerole all all scram-sha-256` to pg_hba.conf, below the line with sameuser and above any that rejects, then run `SELECT pg_reload_conf()` as superuser.",
    };
  }
  if (otherDatabase === null) return null;
  return {
    detail: `databases' roles are let into the database ${otherDatabase}, too`,
    advice: `Run \`REVOKE ALL ON DATABASE ${otherDatabase} FROM PUBLIC\` as superuser, and put the lines of docs/hosts.md into pg_hba.conf.`,
  };
}
