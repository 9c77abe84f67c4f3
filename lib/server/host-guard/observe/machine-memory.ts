import { readFileSync } from "node:fs";

/** Returns the memory of the machine and the part of it that can be had without swapping (proc_meminfo(5)). */
export function readMachineMemory(): { totalBytes: number; availableBytes: number } {
  const text = readFileSync("/proc/meminfo", "utf8");
  const bytesOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(text)?.[1]) * 1024;
  return { totalBytes: bytesOf("MemTotal"), availableBytes: bytesOf("MemAvailable") };
}
