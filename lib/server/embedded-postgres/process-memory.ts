import { machineMemory } from "@/lib/core/machine-memory";

const MEBIBYTE = 1024 * 1024;
const SHARE = 8;
const LEAST = 512 * MEBIBYTE;
const MOST = 2048 * MEBIBYTE;

/**
 * Returns the memory that one server process of customers may take. A query beyond it fails with "out of memory", where
 * the kernel would end a process, and PostgreSQL with it every session of the cluster.
 */
export function customerProcessBytes(machineBytes = machineMemory()): number {
  return Math.min(MOST, Math.max(LEAST, Math.floor(machineBytes / SHARE)));
}
