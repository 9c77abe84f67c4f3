import { expect } from "vitest";
import { reconcile } from "@/lib/jobs/reconcile";
import type { HostingService } from "@/tests/support/databases";

/** Does a restart's work before it serves, until the server has noticed the end of the killed process's sessions. */
export async function restart(service: HostingService): Promise<void> {
  const ctx = await service.worker();
  const settle = async () => (await reconcile(ctx)).flatMap(({ settled }) => settled.map(({ outcome }) => outcome));
  await expect.poll(async () => (await settle()).every((outcome) => outcome === "settled")).toBe(true);
}
