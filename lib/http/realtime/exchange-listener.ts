import type { RequestListener, ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { EXCHANGE_PATH } from "@/lib/core/ports/realtime-exchange";
import type { Runtime } from "@/lib/runtime";
import { toServiceError } from "../to-service-error";

const Published = z.strictObject({
  projectId: z.string(),
  messages: z.array(z.strictObject({ topic: z.string(), event: z.string(), payload: z.json() })),
  perSecond: z.int().min(1),
});

/**
 * Answers the requests of the web process over the Unix socket, which nothing else reaches, and leaves the rest to
 * `others`.
 */
export function listenForExchange({ sockets }: Runtime, others: RequestListener): RequestListener {
  return (request, response) => {
    const url = URL.parse(request.url ?? "", "http://unix");
    const isInside = request.socket.remoteAddress === undefined && url?.pathname === EXCHANGE_PATH;
    if (!isInside) return others(request, response);
    void answer(response, async () => {
      if (request.method === "GET") return sockets.figuresOf(url.searchParams.get("projectId") ?? "");
      const { projectId, messages, perSecond } = Published.parse(await json(request));
      await sockets.publish(projectId, messages, perSecond);
      return {};
    });
  };
}

async function answer(response: ServerResponse, work: () => Promise<object>) {
  try {
    response.end(JSON.stringify(await work()));
  } catch (error) {
    const { code, message, retryAfterSeconds } = toServiceError(error);
    response.writeHead(code === "rate_limited" ? 429 : 500).end(JSON.stringify({ message, retryAfterSeconds }));
  }
}
