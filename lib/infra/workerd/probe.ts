import { rm } from "node:fs/promises";
import type { FunctionState } from "@/lib/core/ports/function-runtime";
import { makeRootFolder } from "./function-folder";
import { findLaunch, findWorkerd } from "./launch";
import { UnansweredProbe } from "./run-to-end";

interface ProbeOptions {
  mode: "development" | "production";
  sandbox: string | null;
}

/** Returns how this machine would run functions, and `missing` without the runtime's package. */
export async function probeLaunch(options: ProbeOptions): Promise<FunctionState | "missing"> {
  const workerd = findWorkerd();
  if (workerd === null) return "missing";
  const folder = await makeRootFolder();
  try {
    return (await findLaunch(workerd, { ...options, folder }))?.kind ?? null;
  } catch (error) {
    if (error instanceof UnansweredProbe) return "unanswered";
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
