import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { listen } from "./stand-in-server";

interface Sent {
  path: string;
  key: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: OTLP's own message of this path.
  body: any;
}

export interface SentSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status?: { code: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
}

/** A real server that takes OTLP over HTTP as JSON, and keeps it. */
export async function startCollector() {
  const server = createServer(async (request, response) => {
    const key = request.headers["api-key"]?.toString();
    collector.sent.push({ path: request.url ?? "", key, body: await json(request) });
    response.writeHead(collector.status, { "Content-Type": "application/json" }).end("{}");
  });
  const collector = {
    endpoint: await listen(server),
    sent: [] as Sent[],
    /** The status of each answer. */
    status: 200,
    bodyOf: (path: string) => collector.sent.find((each) => each.path === path)?.body,
    spans: (): SentSpan[] =>
      collector.sent
        .filter(({ path }) => path === "/v1/traces")
        .flatMap(({ body }) => body.resourceSpans[0].scopeSpans[0].spans),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return collector;
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;
