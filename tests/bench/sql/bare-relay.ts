import { createServer } from "node:http";
import { createConnection } from "node:net";
import { WebSocketServer } from "ws";

// The least work of PostgreSQL over WebSockets: bytes pass between frames and the server's Unix socket, and the client
// proves its password to the server itself.
const server = createServer((_request, response) => response.end());
const sockets = new WebSocketServer({ server, perMessageDeflate: false });
sockets.on("connection", (socket) => {
  const host = createConnection(process.env.HOST_SOCKET ?? "");
  socket.on("message", (data: Buffer) => host.write(data));
  socket.on("close", () => host.destroy());
  host.on("data", (data) => socket.send(data));
  host.on("close", () => socket.close());
});
server.listen(Number(process.env.PORT), "127.0.0.1");
process.once("SIGTERM", () => process.exit(0));
