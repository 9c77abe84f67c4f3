import { z } from "zod";

/** The variable of each path by which a process of the service finds another, or a server. */
const VARIABLES = {
  hostSocket: "COPPICE_HOST_SOCKET",
  webSocket: "COPPICE_WEB_SOCKET",
  sqlSocket: "COPPICE_SQL_SOCKET",
  realtimeSocket: "COPPICE_REALTIME_SOCKET",
  functionsSocket: "COPPICE_FUNCTIONS_SOCKET",
  changeFile: "COPPICE_CHANGE_FILE",
} as const;

const path = z.string().min(1).optional();

export const PATH_VARIABLES = {
  COPPICE_HOST_SOCKET: path,
  COPPICE_WEB_SOCKET: path,
  COPPICE_SQL_SOCKET: path,
  COPPICE_REALTIME_SOCKET: path,
  COPPICE_FUNCTIONS_SOCKET: path,
  COPPICE_CHANGE_FILE: path,
};

export interface SharedPaths {
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
  /** The file by which processes learn that one of them has written to the embedded control plane; else `null`. */
  changeFile: string | null;
}

export function sharedPathsOf(variables: { [Name in keyof typeof PATH_VARIABLES]?: string | undefined }): SharedPaths {
  const read = (name: keyof SharedPaths) => variables[VARIABLES[name]] ?? null;
  return {
    hostSocket: read("hostSocket"),
    webSocket: read("webSocket"),
    sqlSocket: read("sqlSocket"),
    realtimeSocket: read("realtimeSocket"),
    functionsSocket: read("functionsSocket"),
    changeFile: read("changeFile"),
  };
}

/** Returns the variables by which a child process finds the same paths. */
export function pathVariablesOf(settings: SharedPaths): Record<string, string> {
  const names = Object.keys(VARIABLES) as (keyof SharedPaths)[];
  return Object.fromEntries(
    names.flatMap((name) => (settings[name] === null ? [] : [[VARIABLES[name], settings[name]]])),
  );
}
