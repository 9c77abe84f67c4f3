import { createServer } from "node:http";
import { toNodeHandler } from "better-auth/node";
import { auth } from "./better-auth";

// better-auth in bare Node, by its own handler.
const handle = toNodeHandler(auth);
const server = createServer((request, response) => {
  if (request.url === "/ready") return void response.end();
  void handle(request, response);
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
