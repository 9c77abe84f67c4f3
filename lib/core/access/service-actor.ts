import type { Actor } from "@/lib/core/context";

/** The service itself, whose jobs may do what the operator may. */
export const WORKER: Actor = { kind: "operator", id: "worker" };
