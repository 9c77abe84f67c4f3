import { createServer } from "node:http";
import { listen } from "./stand-in-server";

export interface MetadataServer {
  url: string;
  /** The answer to the next requests. */
  answer: { status: number; headers?: Record<string, string>; body: string };
  /** The number of times that it was asked. */
  asked: number;
  close(): Promise<void>;
}

/** An address of a company's metadata, on loopback. */
export async function startMetadataServer(body = ""): Promise<MetadataServer> {
  const server = createServer((_, response) => {
    const { status, headers = {}, body } = state.answer;
    state.asked += 1;
    response.writeHead(status, { "content-type": "application/samlmetadata+xml", ...headers }).end(body);
  });
  const close = async () => void server.close();
  const state: MetadataServer = { url: "", answer: { status: 200, body }, asked: 0, close };
  state.url = `${await listen(server)}/metadata`;
  return state;
}
