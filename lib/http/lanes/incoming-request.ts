import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { RawFields } from "../raw-fields";
import { readIncoming } from "../read-body";
import type { ServedRequest } from "../served-request";

/**
 * A request of Node as routes read it. Each part is made when it is asked for: a `Request`, with its `Headers`, stream and
 * signal, costs as much as all else of a small one.
 */
export class IncomingRequest implements ServedRequest {
  readonly method: string;
  readonly #incoming: IncomingMessage;
  readonly #response: ServerResponse;
  #headers: RawFields | undefined;
  #body: ReadableStream<Uint8Array<ArrayBuffer>> | undefined;
  #signal: AbortSignal | undefined;
  #isRead = false;

  constructor(incoming: IncomingMessage, response: ServerResponse) {
    [this.#incoming, this.#response] = [incoming, response];
    this.method = incoming.method ?? "GET";
  }

  get url(): string {
    // Only HTTP/1.0 knows requests without a Host field.
    return `http://${this.headers.get("host") ?? "localhost"}${this.#incoming.url ?? "/"}`;
  }

  get headers(): RawFields {
    this.#headers ??= new RawFields(this.#incoming.rawHeaders);
    return this.#headers;
  }

  /** Aborts when the caller leaves before the answer has been sent. */
  get signal(): AbortSignal {
    if (this.#signal) return this.#signal;
    const left = new AbortController();
    const leave = () => this.#response.writableFinished || left.abort();
    if (this.#response.destroyed) leave();
    else this.#response.once("close", leave);
    this.#signal = left.signal;
    return left.signal;
  }

  get body(): ReadableStream<Uint8Array<ArrayBuffer>> | null {
    if (this.method === "GET" || this.method === "HEAD") return null;
    this.#body ??= Readable.toWeb(this.#read()) as ReadableStream<Uint8Array<ArrayBuffer>>;
    return this.#body;
  }

  get bodyUsed(): boolean {
    return this.#isRead;
  }

  bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return readIncoming(this.#read(), Number.POSITIVE_INFINITY);
  }

  #read(): IncomingMessage {
    if (this.#isRead) throw new TypeError("the body has been read");
    this.#isRead = true;
    return this.#incoming;
  }
}
