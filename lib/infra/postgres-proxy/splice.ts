import type { Duplex } from "node:stream";
import type { MessageFollower } from "./messages";

interface Followers {
  fromClient: MessageFollower;
  fromServer: MessageFollower;
  onClientGone(): void;
  onServerGone(): void;
}

/**
 * Passes bytes on with backpressure, as the followers judge. Returns a function that takes the two apart and says
 * whether both were between messages.
 */
export function splice(client: Duplex, server: Duplex, followers: Followers): () => boolean {
  const { fromClient, fromServer, onClientGone, onServerGone } = followers;
  const toServer = (chunk: Buffer) => {
    const passed = fromClient.push(chunk);
    if (passed.length > 0 && !server.write(passed)) client.pause();
  };
  const toClient = (chunk: Buffer) => {
    const passed = fromServer.push(chunk);
    // Nobody reads the answers for a client that is gone, while the server finishes its requests.
    if (passed.length > 0 && client.writable && !client.write(passed)) server.pause();
  };
  const resumeClient = () => client.resume();
  const resumeServer = () => server.resume();
  const clientGone = () => {
    server.resume();
    onClientGone();
  };
  client.on("data", toServer).on("drain", resumeServer);
  client.on("close", clientGone).on("end", clientGone).on("error", clientGone);
  server.on("data", toClient).on("drain", resumeClient).on("close", onServerGone).on("end", onServerGone);
  client.resume();
  server.resume();
  return () => {
    client.off("data", toServer).off("drain", resumeServer).off("close", clientGone).off("end", clientGone);
    server.off("data", toClient).off("drain", resumeClient).off("close", onServerGone).off("end", onServerGone);
    server.pause();
    return fromClient.isBetweenMessages && fromServer.isBetweenMessages;
  };
}
