import { z } from "zod";
import { machineVerb } from "@/lib/cli/define/verb";

const role = z.string();

export const commands = [
  machineVerb("host-guard", {
    description:
      "Guard a registered host: end sessions that block others, and close databases that exceed their size limit. Runs on the cluster's machine, as its operating-system user, until stopped.",
    examples: [
      "--data-directory /var/lib/postgresql/18/main",
      "--data-directory /srv/postgres --socket-directory /tmp --port 5433 --superuser platform_root",
    ],
    input: z.object({
      dataDirectory: z.string(),
      socketDirectory: z.string().default("/var/run/postgresql"),
      port: z.int().min(1).max(65_535).default(5432),
      ...{ superuser: role.default("platform_root"), provisioner: role.default("provisioner") },
    }),
    options: {
      dataDirectory: "<folder>  the cluster's data directory",
      socketDirectory: "<folder>  the directory of the cluster's socket",
      port: "the cluster's port",
      superuser: "<role>  a superuser that this user can log in as by peer authentication",
      provisioner: "<role>  the role Coppice connects as",
    },
    run: async (cluster, { line }) => {
      await line.guardHost(cluster);
      return { stopped: true };
    },
    print: () => "",
  }),
];
