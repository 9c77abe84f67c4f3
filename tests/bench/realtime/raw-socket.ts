import { randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

const TEXT = 1;
const CLOSE = 8;
const PING = 9;
const PONG = 10;

interface Reactions {
  onOpen(): void;
  /** The text lies in a buffer that is used again. */
  onText(bytes: Buffer, start: number, end: number): void;
  onEnd(): void;
}

/** A WebSocket client (RFC 6455) that does as little as it can, so that only the server is measured. */
export class RawSocket {
  readonly #socket: Socket;
  readonly #reactions: Reactions;
  #left: Buffer = Buffer.alloc(0);
  #isOpen = false;

  constructor(url: string, protocol: string | null, reactions: Reactions) {
    const { hostname, port, pathname, search } = new URL(url);
    this.#reactions = reactions;
    const onread = {
      buffer: () => Buffer.allocUnsafe(16_384),
      callback: (size: number, bytes: Uint8Array) => this.#read(bytes as Buffer, size),
    };
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true, onread });
    this.#socket.on("error", () => {});
    this.#socket.once("close", () => reactions.onEnd());
    const headers = [
      `GET ${pathname}${search} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
      `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
      ...(protocol === null ? [] : [`Sec-WebSocket-Protocol: ${protocol}`]),
    ];
    this.#socket.write(`${headers.join("\r\n")}\r\n\r\n`);
  }

  send(text: string): void {
    this.#write(TEXT, Buffer.from(text));
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(bytes: Buffer, size: number): boolean {
    const chunk = bytes.subarray(0, size);
    let all = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk]);
    if (!this.#isOpen) {
      const end = all.indexOf("\r\n\r\n");
      if (end >= 0) {
        if (!all.subarray(0, 12).equals(Buffer.from("HTTP/1.1 101"))) throw new Error(all.toString());
        this.#isOpen = true;
        this.#reactions.onOpen();
        all = all.subarray(end + 4);
      }
    }
    this.#left = this.#isOpen ? this.#takeFrames(all) : all;
    return true;
  }

  /** Returns the bytes that are not a whole frame yet. */
  #takeFrames(all: Buffer): Buffer {
    let at = 0;
    while (all.length - at >= 2) {
      const short = (all[at + 1] ?? 0) & 0x7f;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (all.length - at < header) break;
      const length =
        short < 126 ? short : short === 126 ? all.readUInt16BE(at + 2) : Number(all.readBigUInt64BE(at + 2));
      const [start, end] = [at + header, at + header + length];
      if (all.length < end) break;
      const kind = (all[at] ?? 0) & 0x0f;
      if (kind === TEXT) this.#reactions.onText(all, start, end);
      else if (kind === PING) this.#write(PONG, all.subarray(start, end));
      else if (kind === CLOSE) this.#socket.destroy();
      at = end;
    }
    return at === all.length ? all.subarray(0, 0) : Buffer.from(all.subarray(at));
  }

  /** A mask of zeros leaves the bytes as they are. */
  #write(kind: number, bytes: Buffer): void {
    const header =
      bytes.length < 126 ? Buffer.from([0x80 | kind, 0x80 | bytes.length, 0, 0, 0, 0]) : Buffer.alloc(8, 0);
    if (bytes.length >= 126) {
      header[0] = 0x80 | kind;
      header[1] = 0x80 | 126;
      header.writeUInt16BE(bytes.length, 2);
    }
    this.#socket.write(Buffer.concat([header, bytes]));
  }
}
