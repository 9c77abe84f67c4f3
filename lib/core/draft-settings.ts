import { z } from "zod";
import { isLoopback } from "./loopback";
import { OperatorError } from "./operator-error";

/** The language model that drafts are asked of, by the API of OpenAI. */
export interface DraftSettings {
  /** The start of its addresses, such as `https://models.example/v1`. */
  url: string;
  model: string;
  key: string | null;
  /** The time of a draft, with all questions that it takes. */
  patienceMilliseconds: number;
}

const PATIENCE_MILLISECONDS = 60_000;

export const DraftVariables = z.object({
  // No request can be sent to such an address, and settings show it.
  COPPICE_AI_URL: z
    .url({ protocol: /^https?$/ })
    .refine(hasNoUser, "must hold no user or password: COPPICE_AI_KEY is for the key")
    .optional(),
  COPPICE_AI_MODEL: z.string().min(1).optional(),
  COPPICE_AI_KEY: z.string().min(1).optional(),
});

/** Returns whether an address holds no user or password. A text that is no address has a message of its own. */
function hasNoUser(url: string): boolean {
  const parsed = URL.parse(url);
  return !parsed || (parsed.username === "" && parsed.password === "");
}

/** Returns `null` where no model is set up. Throws where only a part of it is, or its key would travel in the clear. */
export function draftsOf(variables: z.infer<typeof DraftVariables>): DraftSettings | null {
  const { COPPICE_AI_URL: url, COPPICE_AI_MODEL: model, COPPICE_AI_KEY: key = null } = variables;
  if (!url && !model && key === null) return null;
  if (!url || !model) throw new OperatorError("COPPICE_AI_URL and COPPICE_AI_MODEL must be set together");
  const { protocol, hostname } = new URL(url);
  if (protocol !== "https:" && !isLoopback(hostname)) {
    throw new OperatorError("COPPICE_AI_URL must be an https address; http is for loopback");
  }
  return { url, model, key, patienceMilliseconds: PATIENCE_MILLISECONDS };
}
