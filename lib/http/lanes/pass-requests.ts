import { Agent, type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { otherProcessAway, withoutHopByHop } from "./other-process";

/** Requests for these paths are answered by another process of the service. */
export interface PassedRequests {
  takes(pathname: string): boolean;
  /** Rejects with `service_unavailable` while the other process is away. */
  pass(request: IncomingMessage, response: ServerResponse): Promise<void>;
}

/** Passes requests on to the process behind a Unix socket, which trusts what the header fields say of the client. */
export function passRequests(paths: readonly string[], socketPath: string): PassedRequests {
  const agent = new Agent({ keepAlive: true });
  return {
    takes: (pathname) => paths.includes(pathname),
    pass: (request, response) =>
      new Promise((resolve, reject) => {
        const { method, url: path, rawHeaders } = request;
        const headers = withoutHopByHop(rawHeaders);
        const asked = sendRequest({ socketPath, agent, method, path, headers, setHost: false });
        asked.once("response", (answer) => {
          response.writeHead(answer.statusCode ?? 502, withoutHopByHop(answer.rawHeaders));
          // The caller must not take an answer that broke off for a whole one.
          answer.once("close", () => {
            if (!answer.complete) response.destroy();
            resolve();
          });
          answer.pipe(response);
        });
        asked.once("error", (cause) =>
          response.headersSent ? response.destroy() : reject(otherProcessAway("request", cause)),
        );
        response.once("close", () => {
          if (!response.writableFinished) asked.destroy();
        });
        request.pipe(asked);
      }),
  };
}
