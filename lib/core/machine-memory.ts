import { totalmem } from "node:os";

/** Returns the bytes of memory that this process and its children may take together: of a container, those of its cgroup. */
export function machineMemory(): number {
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
}
