import type { IncomingMessage } from "node:http";

/** Makes the runtime where Next serves without our server. The pages that `npm start` builds leave this file out. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const [{ subscribe }, { keepSentPath }, { readEnvironment }, { createRuntime }, { setRuntime }] = await Promise.all([
    import("node:diagnostics_channel"),
    import("@/lib/http/lanes/sent-path"),
    import("@/lib/core/env"),
    import("@/lib/runtime"),
    import("@/lib/runtime/current"),
  ]);
  subscribe("http.server.request.start", (message) => keepSentPath((message as { request: IncomingMessage }).request));
  setRuntime(createRuntime(readEnvironment()));
}
