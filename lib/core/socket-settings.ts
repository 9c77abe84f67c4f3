import { z } from "zod";

/** The variable of each Unix socket at which a process of the service finds another, or a server. */
const VARIABLES = {
  hostSocket: "COPPICE_HOST_SOCKET",
  webSocket: "COPPICE_WEB_SOCKET",
  sqlSocket: "COPPICE_SQL_SOCKET",
  realtimeSocket: "COPPICE_REALTIME_SOCKET",
  functionsSocket: "COPPICE_FUNCTIONS_SOCKET",
} as const;

const path = z.string().min(1).optional();

export const SOCKET_VARIABLES = {
  COPPICE_HOST_SOCKET: path,
  COPPICE_WEB_SOCKET: path,
  COPPICE_SQL_SOCKET: path,
  COPPICE_REALTIME_SOCKET: path,
  COPPICE_FUNCTIONS_SOCKET: path,
};

export interface SocketSettings {
  /** The Unix socket of the embedded host, at which the processes of `npm start` reach it. */
  hostSocket: string | null;
  /** The Unix socket by which roles that were handed a connection pass its other requests on to the web process. */
  webSocket: string | null;
  /** The Unix socket between the web process and the process that runs SQL; `null` where each is on its own. */
  sqlSocket: string | null;
  /** The Unix socket between the web process and the one for realtime; `null` where each is on its own. */
  realtimeSocket: string | null;
  /** The Unix socket of the process that runs functions; `null` where none does, or this one for itself. */
  functionsSocket: string | null;
}

export function socketsOf(variables: { [Name in keyof typeof SOCKET_VARIABLES]?: string | undefined }): SocketSettings {
  const read = (name: keyof SocketSettings) => variables[VARIABLES[name]] ?? null;
  return {
    hostSocket: read("hostSocket"),
    webSocket: read("webSocket"),
    sqlSocket: read("sqlSocket"),
    realtimeSocket: read("realtimeSocket"),
    functionsSocket: read("functionsSocket"),
  };
}

/** Returns the variables by which a child process finds the same sockets. */
export function socketVariablesOf(settings: SocketSettings): Record<string, string> {
  const names = Object.keys(VARIABLES) as (keyof SocketSettings)[];
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === null ? [] : [[VARIABLES[name], settings[name]]])),
  );
}
