import { once } from "node:events";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { routes } from "@/app/route-table";
import { readEnvironment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { setRuntime } from "@/lib/runtime/current";
import { workerControlUrl } from "./clusters";
import { random, testKey } from "./context";

export interface InProcessServer {
  baseUrl: string;
  runtime: Runtime;
  /** The log, one JSON line each. */
  logged: string[];
  close(): Promise<void>;
}

interface Options {
  /** Beside the database and the key ring of the worker's own context. */
  variables?: Record<string, string>;
  change?: (runtime: Runtime) => Partial<Runtime>;
  patience?: Parameters<typeof createHttpServer>[3];
}

/** The API lane in this process, for effects that only show when a part of it is changed: no page is behind it. */
export async function startInProcess(options: Options = {}): Promise<InProcessServer> {
  const environment = readEnvironment({
    DATABASE_URL: await workerControlUrl(),
    COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
    COPPICE_URL: "http://coppice.example",
    LOG_LEVEL: "silent",
    ...options.variables,
  });
  const logged: string[] = [];
  const log = pino(
    { level: "info", serializers: { err: pino.stdSerializers.errWithCause } },
    {
      write: (line: string) => void logged.push(line),
    },
  );
  const made = createRuntime(environment);
  const runtime = { ...made, log, ...options.change?.(made) };
  setRuntime(runtime);
  const listener = createListener(runtime, routes, {
    pages: (_request, response) => response.writeHead(404).end(),
  });
  const newRequestId = () => createId("request", random);
  const server = createHttpServer(listener, newRequestId, environment.url, options.patience);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await runtime.close();
  };
  return { baseUrl, runtime, logged, close };
}
