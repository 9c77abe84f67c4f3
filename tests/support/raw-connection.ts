import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** Sends the target as it is written, where an HTTP client would tidy it first. */
export async function askRaw(
  { baseUrl }: { baseUrl: string },
  method: string,
  target: string,
  fields: string[] = [],
  body = "",
) {
  const connection = await RawConnection.open(baseUrl);
  const length = body === "" ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const head = [`${method} ${target} HTTP/1.1`, "Host: coppice.example", "Connection: close", ...fields, ...length];
  connection.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  return parseAnswer(await connection.untilClosed());
}

/** A plain TCP connection, for requests that no HTTP client would send. */
export class RawConnection {
  readonly #socket: Socket;
  readonly #closed: Promise<unknown>;
  #received = "";
  /** The error that cut the connection, such as ECONNRESET. */
  error: NodeJS.ErrnoException | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#closed = new Promise((resolve) => socket.once("close", resolve));
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      this.#received += text;
    });
    socket.on("error", (error: NodeJS.ErrnoException) => {
      this.error = error;
    });
  }

  static async open(baseUrl: string): Promise<RawConnection> {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    await once(socket, "connect");
    return new RawConnection(socket);
  }

  /** Answers false while the other side does not take more. */
  write(data: string | Uint8Array): boolean {
    return this.#socket.writable && this.#socket.write(typeof data === "string" ? Buffer.from(data, "latin1") : data);
  }

  /** Resolves when the kernel has taken all of it, whether or not the other side reads. */
  async writeAll(data: Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#socket.write(data, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Sends the same again and again, as fast as it is taken, until the connection is gone. */
  async writeUntilClosed(data: Uint8Array): Promise<void> {
    while (!this.#socket.destroyed) {
      await Promise.race([this.writeAll(data).catch(() => this.#closed), this.#closed]);
    }
  }

  /** Stops reading, like a client that reads only when it has sent everything. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  get received(): string {
    return this.#received;
  }

  /** All that came until the other side ended the connection. */
  async untilClosed(): Promise<string> {
    this.#socket.once("end", () => this.#socket.end());
    await this.#closed;
    return this.#received;
  }

  /** Resolves as soon as the received bytes fit. Rejects when the connection ends before. */
  async until(expression: RegExp): Promise<string> {
    while (!expression.test(this.#received)) {
      if (this.#socket.destroyed || this.#socket.readableEnded) {
        throw new Error(`the connection ended after ${JSON.stringify(this.#received)}`);
      }
      await Promise.race([once(this.#socket, "data"), once(this.#socket, "end"), this.#closed]);
    }
    return this.#received;
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Sends the bytes on a connection of their own and returns the bytes received until the server closed it. */
export async function exchangeUntilClosed(baseUrl: string, data: string | Uint8Array): Promise<string> {
  const connection = await RawConnection.open(baseUrl);
  connection.write(data);
  return connection.untilClosed();
}

/** The status codes of the responses in a stream of bytes, in order. */
export const statusesIn = (text: string) =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

export interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** The first response in a stream of bytes, with its header names in lower case. */
export function parseAnswer(text: string): RawAnswer {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [statusLine = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(statusLine.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}
