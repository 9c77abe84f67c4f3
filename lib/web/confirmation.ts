import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";

/** The text that somebody typed to confirm what cannot be taken back. */
export const Typed = z.string().trim().max(400);

/** Throws `invalid_request` with this message unless the text that was typed is the one that was asked for. */
export function requireTyped(typed: string, wanted: string, message: string): void {
  if (typed !== wanted.trim()) throw new ServiceError("invalid_request", message);
}
