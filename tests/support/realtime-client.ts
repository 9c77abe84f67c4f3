import { once } from "node:events";
import { WebSocket } from "ws";

// biome-ignore lint/suspicious/noExplicitAny: every field is checked by the test that reads it
export type Frame = Record<string, any>;

interface Wanted {
  fields: Frame;
  resolve(frame: Frame): void;
  reject(error: Error): void;
}

/** A client of the protocol, which keeps received frames until a test takes it. */
export class RealtimeClient {
  readonly socket: WebSocket;
  /** The frames that were not taken yet. */
  readonly frames: Frame[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #wanted: Wanted[] = [];

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once("close", (code, reason) => resolve({ code, reason: String(reason) }));
    });
    socket.on("error", () => {});
    socket.on("message", (data) => this.#take(JSON.parse(String(data))));
    void this.closed.then(({ code, reason }) => {
      for (const { reject, fields } of this.#wanted.splice(0)) {
        reject(new Error(`closed with ${code} (${reason}) before ${JSON.stringify(fields)}`));
      }
    });
  }

  static async open(url: string, origin?: string): Promise<RealtimeClient> {
    const socket = new WebSocket(url, "coppice.v1", origin === undefined ? {} : { origin });
    const client = new RealtimeClient(socket);
    await once(socket, "open");
    return client;
  }

  send(...frames: Frame[]): void {
    for (const frame of frames) this.socket.send(JSON.stringify(frame));
  }

  /** Sends a frame and takes the answer that has these fields. */
  ask(frame: Frame, fields: Frame): Promise<Frame> {
    this.send(frame);
    return this.next(fields);
  }

  /** Takes the first frame with these fields, which may be still to come. */
  next(fields: Frame): Promise<Frame> {
    const index = this.frames.findIndex((frame) => has(frame, fields));
    const [found] = index === -1 ? [] : this.frames.splice(index, 1);
    if (found) return Promise.resolve(found);
    return new Promise((resolve, reject) => this.#wanted.push({ fields, resolve, reject }));
  }

  /** Every frame sent before this has an answer, or none will come. */
  async settle(): Promise<Frame[]> {
    await this.ask({ type: "ping" }, { type: "pong" });
    return this.frames.splice(0);
  }

  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  #take(frame: Frame): void {
    const index = this.#wanted.findIndex(({ fields }) => has(frame, fields));
    const [wanted] = index === -1 ? [] : this.#wanted.splice(index, 1);
    if (wanted) wanted.resolve(frame);
    else this.frames.push(frame);
  }
}

function has(frame: Frame, fields: Frame): boolean {
  return Object.entries(fields).every(([name, value]) => frame[name] === value);
}
