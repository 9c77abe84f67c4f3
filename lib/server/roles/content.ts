import { createId } from "@/lib/core/ids";
import { createContentListener } from "@/lib/http/content/content-listener";
import { closeGracefully, createHttpServer } from "@/lib/http/lanes/http-server";
import type { Runtime } from "@/lib/runtime";
import { listen } from "./listen";

/** Shorter than the supervisor's patience, so that a child ends by itself. */
const GRACE_MS = 7_000;
/** An upload may take as long as it likes, while bytes come. */
const IDLE_MS = 30_000;
const PATIENCE = { requestTimeout: 86_400_000, uploadTimeout: 0 };

export async function startContent(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const { environment, random } = runtime;
  const newRequestId = () => createId("request", random);
  const server = createHttpServer(createContentListener(runtime), newRequestId, environment.url, PATIENCE);
  server.setTimeout(IDLE_MS);
  await listen(server, environment.contentPort, environment.host);
  process.send?.({ type: "listening", url: environment.contentUrl });
  return { stop: () => closeGracefully(server, GRACE_MS) };
}
