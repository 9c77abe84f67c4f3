import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { bundledPrograms } from "@/tests/support/clusters";
import { testKey } from "@/tests/support/context";
import type { HostingService } from "@/tests/support/databases";
import { POSTGRES_CLIENT } from "@/tests/support/postgres-client";
import type { Task } from "./crashing-process";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

export interface CrashingProcess {
  /** Resolves when the process has ended; throws unless it was killed at the point. */
  crashAt(service: HostingService, point: string, task: Task): Promise<void>;
  /** Starts a process that a test kills at a moment that is no crash point. */
  start(service: HostingService, task: Task): { kill(): Promise<void> };
}

export async function findCrashingProcess(): Promise<CrashingProcess> {
  const program = join(await bundledPrograms(), "crashing-operation.js");
  return {
    crashAt: async (service, point, task) => {
      const { ended } = start(program, service, task, point);
      const { signal, code, output } = await ended;
      if (signal !== "SIGKILL") throw new Error(`${point} was not reached: exit code ${code}, ${output}`);
    },
    start: (service, task) => {
      const { child, ended } = start(program, service, task, "");
      const kill = async () => {
        child.kill("SIGKILL");
        const { signal, output } = await ended;
        if (signal !== "SIGKILL") throw new Error(`the process ended before it was killed: ${output}`);
      };
      return { kill };
    },
  };
}

function start(file: string, service: HostingService, task: Task, point: string) {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    stdio: ["pipe", "ignore", "pipe"],
    env: {
      NODE_ENV: "production",
      LOG_LEVEL: "error",
      DATABASE_URL: service.controlUrl,
      COPPICE_SECRET_KEYS: `${testKey.id}:${testKey.secret.toString("base64")}`,
      COPPICE_CRASH_AT: point,
      COPPICE_POSTGRES_BIN: POSTGRES_CLIENT,
      COPPICE_DELETED_DATABASE_DAYS: task.kind === "close" ? "7" : "0",
    },
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => {
    output += chunk;
  });
  child.stdin.end(JSON.stringify(task));
  const ended = new Promise<{ signal: string | null; code: number | null; output: string }>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code, signal, output }));
  });
  return { child, ended };
}
