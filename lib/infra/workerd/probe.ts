import { rm } from "node:fs/promises";
import type { FunctionStanding } from "@/lib/core/ports/function-runtime";
import { makeRootFolder } from "./function-folder";
import { findLaunch, findWorkerd } from "./launch";
import { UnansweredProbe } from "./run-to-end";

interface ProbeOptions {
  mode: "development" | "production";
  sandbox: string | null;
}

/** Returns how this machine would run functions, and `missing` without the runtime's package. */
export async function probeLaunch(options: ProbeOptions): Promise<FunctionStanding | "missing"> {
  const workerd = findWorkerd();
  if (workerd === null) return "missing";
  const folder = await makeRootFolder();
  const refusals: string[] = [];
  const onRefused = (reason: string) => refusals.push(reason);
  try {
    const launch = await findLaunch(workerd, { ...options, folder, onRefused });
    return { state: launch?.kind ?? null, reason: refusals[0] ?? null };
  } catch (error) {
    if (error instanceof UnansweredProbe) return { state: "unanswered", reason: refusals[0] ?? null };
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
