import { INVOKE_PATH } from "../functions/pass-to-functions";
import { REALTIME_PATH } from "../realtime/realtime-path";
import { SQL_PATHS, SQL_SOCKET_PATH } from "../sql/sql-routes";

/** The roles in processes of their own that are handed the connections whose first request is for them. */
export type DoorRole = "sql" | "realtime" | "functions";

/** The paths at which a role takes WebSockets. */
export const SOCKET_PATHS: Record<DoorRole, readonly string[]> = {
  sql: [SQL_SOCKET_PATH],
  realtime: [REALTIME_PATH],
  functions: [],
};

const ANSWERS: Record<DoorRole, (pathname: string) => boolean> = {
  sql: (pathname) => SQL_PATHS.includes(pathname),
  realtime: () => false,
  functions: (pathname) => INVOKE_PATH.test(pathname),
};

/** Returns whether a role answers plain requests for a path. */
export function answersAtDoor(role: DoorRole, pathname: string): boolean {
  return ANSWERS[role](pathname);
}

/** Returns which of the roles has connections whose first request is for a path, and `null` for the web process. */
export function roleAtDoor(pathname: string, roles: readonly DoorRole[]): DoorRole | null {
  return roles.find((role) => ANSWERS[role](pathname) || SOCKET_PATHS[role].includes(pathname)) ?? null;
}
