import type { Actor } from "@/lib/core/context";

/** The service itself, whose jobs have the operator's permissions. */
export const WORKER: Actor = { kind: "operator", id: "worker" };
