import { z } from "zod";

/** What a run is asked with. A text of a million characters may be four million bytes, and JSON escapes some. */
export const MAX_BODY_BYTES = 8_000_000;

export const TextInput = z.object({
  text: z.string(),
  /** UTF-16 offsets of the part that is meant; the whole text without it. */
  selection: z
    .object({ from: z.number().int().min(0), to: z.number().int().min(0) })
    .refine(({ from, to }) => from < to, "must not be empty")
    .optional(),
});

export const RunId = z.string().regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits");

export const RunInput = TextInput.extend({ runId: RunId, mode: z.enum(["run", "explain", "explain-analyze"]) });
