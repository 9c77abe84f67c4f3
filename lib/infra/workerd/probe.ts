import { rm } from "node:fs/promises";
import { makeRootFolder } from "./function-folder";
import { findLaunch, findWorkerd, type LaunchKind } from "./launch";

interface ProbeOptions {
  mode: "development" | "production";
  sandbox: string | null;
}

/** Returns how this machine would run functions: `null` for not at all, and `missing` without the runtime's package. */
export async function probeLaunch(options: ProbeOptions): Promise<LaunchKind | "missing" | null> {
  const workerd = findWorkerd();
  if (workerd === null) return "missing";
  const folder = await makeRootFolder();
  try {
    return (await findLaunch(workerd, { ...options, folder }))?.kind ?? null;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
