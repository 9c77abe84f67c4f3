import { Agent, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { KEPT_CONNECTION_MS } from "@/lib/core/kept-connections";
import { otherProcessAway, withoutHopByHop } from "./other-process";

/** More than any process of the service answers, and more than functions may (lib/infra/workerd/running-invocation.ts). */
const maxHeaderSize = 65_536;

/** Requests for some paths are answered by another process of the service. */
export interface PassedRequests {
  takes(pathname: string): boolean;
  /** Rejects with `service_unavailable`, or the error of `away`, while the other process is away. */
  pass(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

interface OtherProcess {
  takes: PassedRequests["takes"];
  socketPath: string;
  away?: (cause: Error) => Error;
}

/** Passes requests on to the process behind a Unix socket, which trusts the header fields about the client. */
export function passRequests({
  takes,
  socketPath,
  away = (cause) => otherProcessAway("request", cause),
}: OtherProcess): PassedRequests {
  const agent = new Agent({ keepAlive: true, timeout: KEPT_CONNECTION_MS });
  return {
    takes,
    pass: (request, response) =>
      new Promise((resolve, reject) => {
        const { method, url: path, rawHeaders } = request;
        const { "content-length": length, "transfer-encoding": coding } = request.headers;
        const isBare = length === undefined && coding === undefined;
        // Node would send an empty body in chunks.
        const own = isBare && method !== "GET" && method !== "HEAD" ? ["content-length", "0"] : [];
        const headers = [...withoutHopByHop(rawHeaders), ...own];
        const asked = sendRequest({ ...{ socketPath, agent, method, path, headers, maxHeaderSize }, setHost: false });
        asked.once("response", (answer) => {
          response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.rawHeaders));
          // The caller must not take an answer that broke off for a whole one.
          answer.once("close", () => {
            if (!answer.complete) response.destroy();
            resolve();
          });
          answer.pipe(response);
        });
        asked.once("error", (cause) => (response.headersSent ? response.destroy() : reject(away(cause))));
        response.once("close", () => {
          if (response.writableFinished && request.complete) return;
          // The other process would wait for the rest of a body whose answer it has given.
          asked.destroy();
          request.resume();
        });
        if (isBare) asked.end();
        else request.pipe(asked);
      }),
  };
}
