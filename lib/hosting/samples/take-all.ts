import type { Context } from "@/lib/core/context";
import { takeSamples } from "@/lib/hosting/samples/take";
import { eachHost } from "../hosts/each";

/** Samples every host. A host that is down is left out. */
export function sampleDatabases(ctx: Context): Promise<void> {
  return eachHost(ctx, "the databases of a host were not sampled", (host) => takeSamples(ctx, host));
}
