import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { listen } from "./stand-in-server";

export interface ReceivedWebhook {
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  url: string;
  received: ReceivedWebhook[];
  answer: (response: ServerResponse) => void;
  close(): Promise<void>;
}

/** A real server that keeps received requests and answers 200, unless `answer` is another. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
    receiver.answer(response);
  });
  const receiver: WebhookReceiver = {
    url: `${await listen(server)}/hooks`,
    received: [],
    answer: (response) => void response.end("taken"),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

export function answerWith(status: number, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => void response.writeHead(status, headers).end(`answer ${status}`);
}
