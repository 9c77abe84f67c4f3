import type { Server } from "node:http";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import type { Runtime } from "@/lib/runtime";
import { createContentListener } from "./content-listener";

/** An upload may take as long as it likes, while bytes come. */
const IDLE_MILLISECONDS = 30_000;
const PATIENCE = { requestTimeout: 86_400_000, uploadTimeout: 0 };

/** The server of customers' content. A connection without a byte for `idleMilliseconds` is ended. */
export function createContentServer(
  runtime: Runtime,
  newRequestId: () => string,
  idleMilliseconds = IDLE_MILLISECONDS,
): Server {
  const server = createHttpServer(createContentListener(runtime), newRequestId, runtime.environment.url, PATIENCE);
  server.setTimeout(idleMilliseconds);
  return server;
}
