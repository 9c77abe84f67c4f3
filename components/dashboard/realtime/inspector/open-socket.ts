import { jsonData } from "../../../ui/json-data";
import { type InspectionRequest, subscribeFrame } from "./request";

interface Listener {
  frame(frame: Readonly<Record<string, unknown>>): void;
  /** The connection was lost, or the service restarts. */
  lost(): void;
  /** The socket has ended, and why. */
  end(reason: string): void;
}

interface Ticket {
  projectId: string;
  ticket: string;
}

/** Codes after which another connection can succeed: lost, going away, a restart, and too many (RFC 6455, 7.4). */
const LOST_CODES = [1001, 1006, 1012, 1013];

/**
 * Opens a socket of the service, as an app does, with a ticket in place of a user's token, and goes on behind the
 * event with the cursor `since`, if any. Returns a function that closes it.
 */
export function openSocket(
  { projectId, ticket }: Ticket,
  request: InspectionRequest & { since: string | null },
  listener: Listener,
): () => void {
  const address = new URL("/v1/realtime", location.href);
  address.protocol = address.protocol.replace("http", "ws");
  const socket = new WebSocket(address, "coppice.v1");
  const send = (frame: object) => socket.send(JSON.stringify(frame));
  socket.onopen = () => send({ type: "auth", projectId, key: "inspection", token: ticket });
  socket.onmessage = ({ data }) => {
    const frame = jsonData(String(data)) as Record<string, unknown>;
    // The set-up of the connection itself is of no interest, and its secret is not to be shown.
    if (frame.type === "ready") send(subscribeFrame(request));
    else listener.frame(frame);
  };
  socket.onclose = ({ code, reason }) => {
    if (LOST_CODES.includes(code)) listener.lost();
    else listener.end(reason === "" ? `The service closed the connection (${code}).` : reason);
  };
  return () => {
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
  };
}
