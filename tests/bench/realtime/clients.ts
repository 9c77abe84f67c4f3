import { fork } from "node:child_process";
import { once } from "node:events";
import type { CleanUp } from "../clean-up";

/** The address that clients connect to, and their first messages there. */
export type Target =
  | { kind: "coppice"; url: string; auth: object; subscribe: object }
  | { kind: "socket.io" | "nchan"; url: string };

export type ClientsOrder =
  | { do: "open"; target: Target; count: number }
  /** From now on each client notes the number `n` of each message. */
  | { do: "ledger" }
  /** Is answered once so many messages have arrived at all clients together, since the last time. */
  | { do: "await"; total: number }
  | { do: "drop" }
  /** Connects again; is answered once each client has so many messages. */
  | { do: "resume"; each: number }
  | { do: "close" };

export interface ClientsAnswer {
  /** When it was done, in milliseconds of the Unix time. */
  at: number;
  /** Milliseconds from the `at` of messages until their arrival, of some clients. */
  latencies: number[];
}

/** Many clients in a process of their own. */
export class Clients {
  readonly #ask: (order: ClientsOrder) => Promise<ClientsAnswer>;

  constructor(cleanUp: CleanUp) {
    const child = fork("dist/bench/realtime/clients-job.js", { stdio: ["ignore", "inherit", "inherit", "ipc"] });
    cleanUp.add(() => child.kill());
    const ended = once(child, "exit").then(() => {
      throw new Error("The process with the clients has ended.");
    });
    ended.catch(() => undefined);
    this.#ask = async (order) => {
      const answered = once(child, "message");
      child.send(order);
      const [answer] = (await Promise.race([answered, ended])) as [ClientsAnswer | { error: string }];
      if ("error" in answer) throw new Error(answer.error);
      return answer;
    };
  }

  async open(target: Target, count: number): Promise<void> {
    await this.#ask({ do: "open", target, count });
  }

  ask(order: ClientsOrder): Promise<ClientsAnswer> {
    return this.#ask(order);
  }
}
