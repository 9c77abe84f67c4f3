import { createId } from "@/lib/core/ids";
import { createContentServer } from "@/lib/http/content/content-server";
import { closeGracefully } from "@/lib/http/lanes/connections";
import type { Runtime } from "@/lib/runtime";
import { listenItself, type ReceiveConnections } from "./receive-connections";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;

export async function startContent(
  runtime: Runtime,
  receive: ReceiveConnections = listenItself,
): Promise<{ stop(): Promise<void> }> {
  const { environment, random } = runtime;
  const server = createContentServer(runtime, () => createId("request", random));
  await receive(server, { port: environment.contentPort, host: environment.host });
  process.send?.({ type: "listening", url: environment.contentUrl });
  return { stop: () => closeGracefully(server, GRACE_MS) };
}
