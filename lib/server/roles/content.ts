import { createId } from "@/lib/core/ids";
import { createContentServer } from "@/lib/http/content/content-server";
import { closeGracefully } from "@/lib/http/lanes/http-server";
import type { Runtime } from "@/lib/runtime";
import { listen } from "./listen";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;

export async function startContent(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const { environment, random } = runtime;
  const server = createContentServer(runtime, () => createId("request", random));
  await listen(server, environment.contentPort, environment.host);
  process.send?.({ type: "listening", url: environment.contentUrl });
  return { stop: () => closeGracefully(server, GRACE_MS) };
}
