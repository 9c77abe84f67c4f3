import { createServer } from "node:http";
import { Server } from "socket.io";

// The other side of the fan-out: a client's message goes to everyone in a room.
const server = createServer();
const io = new Server(server, { transports: ["websocket"], serveClient: false });
io.on("connection", (socket) => {
  void socket.join("room");
  socket.on("moved", (message: unknown, taken: () => void) => {
    io.to("room").emit("moved", message);
    taken();
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
