import { once } from "node:events";
import { WebSocket } from "ws";

/** The bytes of Postgres' protocol (PostgreSQL 18, 54.7), for messages that no driver would send. */
export const frontend = {
  startup: (parameters: Record<string, string>, version = 3 << 16) => {
    const texts = Object.entries(parameters).flatMap(([name, value]) => [text(name), text(value)]);
    return packet(int32(version), ...texts, Buffer.alloc(1));
  },
  request: (code: number, ...rest: Buffer[]) => packet(int32(code), ...rest),
  tlsRequest: () => packet(int32(80_877_103)),
  gssapiRequest: () => packet(int32(80_877_104)),
  cancelRequest: (processId: number, secretKey: number) =>
    packet(int32(80_877_102), int32(processId), int32(secretKey)),
  password: (password: string) => message("p", text(password)),
  query: (sql: string) => message("Q", text(sql)),
  terminate: () => message("X"),
};

export function message(type: string, ...parts: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from(type), packet(...parts)]);
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

function packet(...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([int32(body.length + 4), body]);
}

export interface BackendMessage {
  type: string;
  body: Buffer;
}

/** A WebSocket that sends the given bytes, and splits the received ones into messages of Postgres' protocol. */
export class ProtocolClient {
  readonly socket: WebSocket;
  readonly messages: BackendMessage[] = [];
  readonly closed: Promise<number>;
  #rest: Buffer = Buffer.alloc(0);
  #isOfMessages = true;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.#read(data as Buffer));
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => socket.once("close", resolve));
  }

  static async open(url: string, headers: Record<string, string> = {}): Promise<ProtocolClient> {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    const client = new ProtocolClient(socket);
    await once(socket, "open");
    return client;
  }

  /** Signs in and resolves when the server is ready. */
  static async signIn(url: string, { id, password }: { id: string; password: string }): Promise<ProtocolClient> {
    const client = await ProtocolClient.open(url);
    client.send(frontend.startup({ user: id, database: id }), frontend.password(password));
    await client.until("Z");
    return client;
  }

  /** Sends all of it in one frame. */
  send(...bytes: Buffer[]): void {
    this.socket.send(Buffer.concat(bytes));
  }

  /** Resolves with the next messages, up to and with the first of this type, or all of them at the end. */
  async until(type: string): Promise<BackendMessage[]> {
    for (;;) {
      const index = this.messages.findIndex((each) => each.type === type);
      if (index >= 0) return this.messages.splice(0, index + 1);
      if (this.socket.readyState === WebSocket.CLOSED) return this.messages.splice(0);
      await Promise.race([once(this.socket, "message"), this.closed]);
    }
  }

  /** Resolves with the one byte that answers a request for encryption. */
  async byte(): Promise<string> {
    this.#isOfMessages = false;
    while (this.#rest.length === 0) await once(this.socket, "message");
    const byte = this.#rest.subarray(0, 1).toString();
    this.#rest = this.#rest.subarray(1);
    this.#isOfMessages = true;
    return byte;
  }

  /** Resolves with the fields of the next ErrorResponse. */
  async error(): Promise<Record<string, string>> {
    const last = (await this.until("E")).at(-1);
    if (last?.type !== "E") throw new Error(`no error, but ${JSON.stringify(last)}`);
    return errorFields(last);
  }

  /** Resolves with the error, if there was one, and the close code. */
  async ending(): Promise<{ code: string | undefined; message: string | undefined; closeCode: number }> {
    const closeCode = await this.closed;
    const errors = this.messages.filter(({ type }) => type === "E").map(errorFields);
    return { code: errors.at(-1)?.C, message: errors.at(-1)?.M, closeCode };
  }

  /** Resolves with the process id and the key that the server gave, which `signIn` has left. */
  static keyOf(messages: readonly BackendMessage[]): [processId: number, secretKey: number] {
    const body = messages.find(({ type }) => type === "K")?.body;
    if (!body) throw new Error("no key");
    return [body.readInt32BE(0), body.readInt32BE(4)];
  }

  #read(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data]);
    while (this.#isOfMessages && this.#rest.length >= 5) {
      const length = this.#rest.readUInt32BE(1) + 1;
      if (this.#rest.length < length) return;
      this.messages.push({ type: this.#rest.subarray(0, 1).toString(), body: this.#rest.subarray(5, length) });
      this.#rest = this.#rest.subarray(length);
    }
  }
}

export function errorFields({ body }: BackendMessage): Record<string, string> {
  const fields = body
    .toString()
    .split("\0")
    .filter((field) => field !== "");
  return Object.fromEntries(fields.map((field) => [field.slice(0, 1), field.slice(1)]));
}
