import { z } from "zod";
import type { EmbeddedCluster } from "../embedded-postgres/cluster";
import { PROVISIONER_ROLE } from "../embedded-postgres/cluster-configuration";

const GUARD_ARGUMENT = "--host-guard";

const GuardedCluster = z.object({
  dataDirectory: z.string().min(1),
  socketDirectory: z.string().min(1),
  port: z.int(),
  superuser: z.string().min(1),
  provisioner: z.string().min(1),
});

/** Returns the arguments by which a process of the service becomes the guard of this cluster. None is secret. */
export function guardArguments({ dataDirectory, socketDirectory, port, superuser }: EmbeddedCluster): string[] {
  const cluster = { dataDirectory, socketDirectory, port, superuser, provisioner: PROVISIONER_ROLE };
  return [GUARD_ARGUMENT, JSON.stringify(cluster satisfies z.infer<typeof GuardedCluster>)];
}

/** Returns the output of `guardArguments`. */
export function readGuardArguments(args: readonly string[]): z.infer<typeof GuardedCluster> {
  return GuardedCluster.parse(JSON.parse(args[args.indexOf(GUARD_ARGUMENT) + 1] ?? "null"));
}
