import type { HostSetUp } from "@/lib/core/ports/database-host";

interface SetUpFault {
  part: "provisioner" | "template" | "password";
  detail: string;
  advice: string;
}

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
