import type { GuardedCluster } from "@/lib/cli/command-line";
import { addVerb, type CommandTree } from "@/lib/cli/subcommand";
import { OperatorError } from "@/lib/core/operator-error";

type Options = Record<"dataDirectory" | "socketDirectory" | "port" | "superuser" | "provisioner", string>;

export function addHostGuardCommand(tree: CommandTree): void {
  addVerb<Options>(tree, tree.program, {
    usage: "host-guard",
    description:
      "Guard a registered host: end sessions that block others, and close databases that exceed their size limit. Runs on the cluster's machine, as its operating-system user, until stopped.",
    examples: [
      "coppice host-guard --data-directory /var/lib/postgresql/18/main",
      "coppice host-guard --data-directory /srv/postgres --socket-directory /tmp --port 5433 --superuser platform_root",
    ],
    options: (command) =>
      command
        .requiredOption("--data-directory <folder>", "the cluster's data directory")
        .option("--socket-directory <folder>", "the directory of the cluster's socket", "/var/run/postgresql")
        .option("--port <port>", "the cluster's port", "5432")
        .option(
          "--superuser <role>",
          "a superuser that this user can log in as by peer authentication",
          "platform_root",
        )
        .option("--provisioner <role>", "the role Coppice connects as", "provisioner"),
    run: async (_args, options) => {
      await tree.line.guardHost(clusterOf(options));
      return { json: { stopped: true }, text: "" };
    },
  });
}

function clusterOf({ port, dataDirectory, socketDirectory, superuser, provisioner }: Options): GuardedCluster {
  if (!/^\d{1,5}$/.test(port)) throw new OperatorError("--port must be a number.");
  return { dataDirectory, socketDirectory, port: Number(port), superuser, provisioner };
}
