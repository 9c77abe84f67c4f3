import { createServer, type Server } from "node:http";
import type { FunctionProgram } from "@/lib/core/ports/function-runtime";
import type { DatabaseProxy } from "../postgres-proxy/database-proxy";
import { EgressGate, type EgressRules } from "./egress-gate";
import { passConnect, passRequest, refuseConnect } from "./egress-proxy";

const DATABASE_HOST = "database.internal";
const DATABASE_ADDRESS = `${DATABASE_HOST}:5432`;
/** The password is any: nobody but the function reaches the proxy. */
const DATABASE_URL = `postgresql://function:function@${DATABASE_ADDRESS}/db`;
const MAX_CONNECTIONS = 100;

interface Running {
  /** The depth of the deepest invocation that runs. */
  depth(): number;
  onRefused(message: string): void;
}

export interface Outlets {
  server: Server;
  variables: Readonly<Record<string, string>>;
  /** An invocation begins, alone or beside others. */
  noteInvocation(isFirst: boolean): void;
  close(): void;
}

/** Makes the one way out that each process has: to public hosts, as its rules allow, and to its project's database. */
export class ProcessOutlets {
  readonly #rules: EgressRules;
  readonly #database: DatabaseProxy;

  constructor(rules: EgressRules, database: DatabaseProxy) {
    this.#rules = rules;
    this.#database = database;
  }

  open({ egress, projectId, functionId, databaseId }: FunctionProgram, running: Running): Outlets {
    const gate = new EgressGate(egress, this.#rules, running);
    // The runtime names the host in the request's target alone.
    const server = createServer(
      { requireHostHeader: false },
      (request, response) => void passRequest(gate, request, response),
    );
    server.maxConnections = MAX_CONNECTIONS;
    server.on("connect", (request, socket, head) => {
      if (request.url !== DATABASE_ADDRESS || databaseId === null) return void passConnect(gate, request, socket);
      if (!gate.takeConnection()) return refuseConnect(socket);
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      if (head.length > 0) socket.unshift(head);
      void this.#database.serve(socket, { functionId, databaseId });
    });
    return {
      server,
      variables: { ...this.#variablesOf(projectId), ...(databaseId !== null && { DATABASE_URL }) },
      noteInvocation: (isFirst) => gate.noteInvocation(isFirst),
      close: () => this.#database.endOf(functionId),
    };
  }

  /** Tells a function where its own project is. */
  #variablesOf(projectId: string): Record<string, string> {
    const { service } = this.#rules;
    if (service === null) return {};
    const { url: COPPICE_URL, contentUrl: COPPICE_CONTENT_URL } = service;
    return { COPPICE_URL, COPPICE_CONTENT_URL, COPPICE_PROJECT_ID: projectId };
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}
