/** The parts of the bench's own packages that it uses: `npm run verify` checks the types without having them. */
declare module "miniflare" {
  export class Miniflare {
    constructor(options: {
      modules: boolean;
      script: string;
      compatibilityDate: string;
      host: string;
      port: number;
    });
    readonly ready: Promise<URL>;
    dispose(): Promise<void>;
  }
}

declare module "socket.io" {
  import type { Server as HttpServer } from "node:http";

  interface Socket {
    join(room: string): Promise<void> | void;
    on(event: string, listener: (message: unknown, taken: () => void) => void): this;
  }

  export class Server {
    constructor(server: HttpServer, options: { transports: string[]; serveClient: boolean });
    on(event: "connection", listener: (socket: Socket) => void): this;
    to(room: string): { emit(event: string, message: unknown): boolean };
  }
}
