import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { answersAtDoor } from "@/lib/http/door/door-paths";
import { trackConnections } from "@/lib/http/lanes/connections";
import { passRequests } from "@/lib/http/lanes/pass-requests";
import { receiveHanded } from "@/lib/server/roles/receive-connections";

/**
 * A role with nothing to load, which answers every request with its process, and passes on requests for the web
 * process.
 */
const [, , webSocket = ""] = process.argv;
const foreign = passRequests({ takes: (path) => !answersAtDoor("sql", path), socketPath: webSocket });
const inside = createServer((_request, response) => response.end(String(process.pid)));
const atDoor = createServer(async (request, response) => {
  if (foreign.takes(request.url?.split("?", 1)[0] ?? "")) return foreign.pass(request, response);
  const body = await text(request);
  response.end(`sql ${request.method} ${request.url} ${body.length} from ${request.socket.remoteAddress}\n`);
});
for (const server of [inside, atDoor]) trackConnections(server);
await receiveHanded(60_000)(inside, { socketPath: "" }, atDoor);
process.send?.({ type: "listening" });
