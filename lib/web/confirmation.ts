import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

export const Typed = z.string().trim().max(400);

/** Throws `invalid_request` unless the user typed the wanted text. */
export function requireTyped(typed: string, wanted: string, message: string): void {
  if (typed !== wanted.trim()) throw new ServiceError("invalid_request", message);
}
