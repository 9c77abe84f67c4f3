import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readEnvironment } from "@/lib/core/env";
import { createRuntime, type Runtime } from "@/lib/runtime";
import { writeStatus } from "@/lib/server/backups/status-file";
import { findFreePort } from "@/lib/server/data-folder/instance-state";
import { EVERY_SECOND } from "./backup-status";
import { testKey } from "./context";
import type { HostingService } from "./databases";
import { startProcess, untilReady } from "./lanes-setup";

export interface ServerAction {
  id: string;
  name: string;
  /** A page that uses it, with parameters in brackets. */
  page: string;
}

export interface ActionAnswer {
  status: number;
  /** The address to which the browser is sent; `null` when it stays. */
  redirect: string | null;
  /** The value that the action returned; `undefined` when it returned none. */
  value: unknown;
}

export interface DashboardService {
  baseUrl: string;
  /** A runtime with the same secrets and the same database as the service's process. */
  runtime: Runtime;
  /** Calls an action as a browser does. A header that is `undefined` is not sent. */
  call(
    action: ServerAction,
    given: readonly unknown[],
    headers: Record<string, string | undefined>,
  ): Promise<ActionAnswer>;
  close(): Promise<void>;
}

/** Returns every server action of the build. */
export function listServerActions(): ServerAction[] {
  const manifest: {
    node: Record<string, { workers: Record<string, unknown>; exportedName: string }>;
  } = JSON.parse(readFileSync(".next/server/server-reference-manifest.json", "utf8"));
  return Object.entries(manifest.node).map(([id, { workers, exportedName }]) => {
    const [entry = ""] = Object.keys(workers);
    const page = entry.replace(/^app(.*)\/page$/, "$1").replaceAll(/\/\([a-z]+\)/g, "");
    return { id, name: exportedName, page };
  });
}

/** Starts the built service on the control database of these tests, with further variables if there are any. */
export async function openDashboard(
  { controlUrl }: HostingService,
  further: Record<string, string> = {},
): Promise<DashboardService> {
  const port = await findFreePort([]);
  const baseUrl = `http://127.0.0.1:${port}`;
  const variables = {
    DATABASE_URL: controlUrl,
    COPPICE_SECRET_KEYS: `${testKey.id}:${Buffer.from(testKey.secret).toString("base64")}`,
    COPPICE_URL: baseUrl,
    LOG_LEVEL: "warn",
    COPPICE_ROLES: "web",
    ...further,
  };
  const runtime = createRuntime(readEnvironment({ ...variables, LOG_LEVEL: "silent" }));
  const folder = await mkdtemp(join(tmpdir(), "coppice-dashboard-"));
  const extra = { COPPICE_DATA_DIR: folder, PORT: String(port) };
  await writeStatus(folder, EVERY_SECOND);
  const process = startProcess(join(folder, "web.log"), ["dist/server.js"], { ...variables, ...extra });
  const close = async () => {
    await process.stop();
    await runtime.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(baseUrl, process);
  } catch (error) {
    await close();
    throw error;
  }
  return { baseUrl, runtime, call: (...asked) => callAction(baseUrl, ...asked), close };
}

async function callAction(
  baseUrl: string,
  { id, page }: ServerAction,
  given: readonly unknown[],
  headers: Record<string, string | undefined>,
): Promise<ActionAnswer> {
  const { body, contentType } = encodeArguments(given);
  const [organisationId, inner] = given;
  const path = page
    .replace("[organisationId]", inPath(organisationId, "org_00000000000000000000"))
    .replace("[databaseId]", inPath(inner, "db_00000000000000000000"))
    .replace("[projectId]", inPath(inner, "p_00000000000000000000"));
  const sent = { ...contentType, "next-action": id, accept: "text/x-component", origin: baseUrl, ...headers };
  const response = await fetch(`${baseUrl}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: Object.entries(sent).filter((header): header is [string, string] => header[1] !== undefined),
    body,
  });
  const redirect = response.headers.get("x-action-redirect");
  return { status: response.status, redirect, value: returnedBy(await response.text()) };
}

function inPath(id: unknown, otherwise: string): string {
  return typeof id === "string" && /^[a-z]+_[0-9a-z]{20}$/.test(id) ? id : otherwise;
}

/** Writes arguments as React sends them to a server action; a form is sent beside the list that names it. */
function encodeArguments(given: readonly unknown[]): { body: string | FormData; contentType: Record<string, string> } {
  const parts = new FormData();
  let count = 0;
  const list = JSON.stringify(given, (_key, value: unknown) => {
    if (value === undefined) return "$undefined";
    if (!(value instanceof FormData)) return value;
    count += 1;
    for (const [name, field] of value) parts.append(`_${count.toString(16)}_${name}`, field);
    return `$K${count.toString(16)}`;
  });
  if (count === 0) return { body: list, contentType: { "content-type": "text/plain;charset=UTF-8" } };
  parts.append("0", list);
  return { body: parts, contentType: {} };
}

/** Reads an action's result out of the answer, whose first row names the row that holds it. */
function returnedBy(text: string): unknown {
  const row = /^0:.*?"a":"\$@([0-9a-f]+)"/m.exec(text)?.[1];
  const json = row === undefined ? undefined : new RegExp(`^${row}:(.*)$`, "m").exec(text)?.[1];
  if (json === undefined || json.startsWith("E")) return undefined;
  return JSON.parse(json);
}
