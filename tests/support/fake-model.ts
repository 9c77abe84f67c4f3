import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface Asked {
  messages: { role: string; content: string }[];
  max_tokens?: number;
}

type Answer = (request: IncomingMessage, response: ServerResponse, asked: Asked) => void;

export interface FakeModel {
  url: string;
  /** The requests, as JSON, with their authorisation. */
  asked: { authorization: string | undefined; body: Asked }[];
  close(): Promise<void>;
}

/** An answer as the API of OpenAI gives it. */
export function completion(content: string): Answer {
  return (_request, response) => {
    response.setHeader("Content-Type", "application/json");
    const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
    const usage = { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 };
    response.end(JSON.stringify({ id: "c", object: "chat.completion", created: 1, model: "m", choices, usage }));
  };
}

/** Speaks the API of OpenAI and gives the answers it was told, in turn; the last answer is given again. */
export async function startFakeModel(answers: readonly Answer[], port = 0): Promise<FakeModel> {
  const asked: FakeModel["asked"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body: Asked = JSON.parse(Buffer.concat(chunks).toString());
    asked.push({ authorization: request.headers.authorization, body });
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    answer?.(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url, asked, close };
}
