import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { setInterval } from "node:timers";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

export interface ReceivedMessage {
  /** As the server was told it, apart from the header fields. */
  from: string;
  to: string[];
  isEncrypted: boolean;
  /** The name the client gave itself. */
  clientName: string;
  raw: string;
  email: Email;
}

/** The answer of the server in place of taking a mail, and the command that gets it. */
export interface Refusal {
  command: "MAIL" | "RCPT" | "DATA";
  code: number;
  text: string;
}

export interface SmtpSink {
  url: string;
  port: number;
  received: ReceivedMessage[];
  /** The number of mails it was offered, taken or not. */
  offered: number;
  /** Refuses every mail until it is `null` again. */
  refusal: Refusal | null;
  /** Never answers the command RCPT while this is set. */
  hangs: boolean;
  close(): Promise<void>;
}

interface SinkOptions {
  /** A free one by default. */
  port?: number;
  onReceived?: (message: ReceivedMessage) => void;
}

/**
 * A mail server on a port of its own that keeps the mails it takes. It offers STARTTLS with a certificate of nobody.
 */
export async function startSmtpServer(
  options: SMTPServerOptions = {},
  { port: wantedPort = 0, onReceived }: SinkOptions = {},
): Promise<SmtpSink> {
  const answerTo = (command: Refusal["command"], done: (error?: Error | null) => void) => {
    if (sink.refusal?.command !== command) return done();
    const { code, text } = sink.refusal;
    done(Object.assign(new Error(text), { responseCode: code }));
  };
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    // Clients keep their connections open between mails.
    closeTimeout: 20,
    onMailFrom: (_address, _session, done) => {
      sink.offered += 1;
      answerTo("MAIL", done);
    },
    onRcptTo: (_address, _session, done) => {
      if (!sink.hangs) answerTo("RCPT", done);
    },
    onData: async (stream, session, done) => {
      const raw = Buffer.concat(await stream.toArray());
      if (sink.refusal?.command === "DATA") return answerTo("DATA", done);
      const { mailFrom, rcptTo } = session.envelope;
      const message: ReceivedMessage = {
        from: mailFrom === false ? "" : mailFrom.address,
        to: rcptTo.map(({ address }) => address),
        isEncrypted: session.secure,
        clientName: String(session.hostNameAppearsAs),
        raw: raw.toString("latin1"),
        email: await PostalMime.parse(raw),
      };
      sink.received.push(message);
      onReceived?.(message);
      done();
    },
    ...options,
  });
  // A client that gives up resets its connection.
  server.on("error", () => undefined);
  server.listen(wantedPort, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(resolve));
  const sink: SmtpSink = {
    ...{ url: `smtp://127.0.0.1:${port}`, port, received: [], offered: 0, refusal: null, hangs: false, close },
  };
  return sink;
}

export interface RawServer {
  url: string;
  /** The number of connections it has seen. */
  connections: number;
  close(): Promise<void>;
}

/** Takes connections and says nothing. */
export function startSilentServer(): Promise<RawServer> {
  return startRawServer(() => undefined);
}

/** Greets, line by line, and never comes to an end: no pause is long enough to be called one. */
export function startDrippingServer(intervalMs: number): Promise<RawServer> {
  return startRawServer((socket) => {
    socket.write("220 slow.example\r\n");
    const timer = setInterval(() => socket.write("250-WAIT\r\n"), intervalMs);
    socket.once("close", () => clearInterval(timer));
  });
}

async function startRawServer(onConnection: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    raw.connections += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
    onConnection(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const raw: RawServer = {
    url: `smtp://127.0.0.1:${port}`,
    connections: 0,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
  return raw;
}

/** A port of this machine on which nobody listens. */
export async function refusedUrl(): Promise<string> {
  const { url, close } = await startSilentServer();
  await close();
  return url;
}
