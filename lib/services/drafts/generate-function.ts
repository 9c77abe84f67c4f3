import type { z } from "zod";
import type { DraftContext } from "./context";
import { type Drafted, makeDraft } from "./make-draft";
import { type FunctionDraft, readFunction } from "./read-function";
import type { GenerateFunctionInput } from "./resource";

const SYSTEM = `You write functions in TypeScript that answer HTTP requests in a worker. Answer with one JSON object and nothing else: {"files":{"index.ts":"…"},"entry":"index.ts"}.
The entry has a default export with async fetch(request: Request): Promise<Response>. It may import pg (its address is in process.env.DATABASE_URL), @coppice/auth/server, coppice and Node's own modules as node:…, nothing else.
Check what comes in, use parameters in SQL, and hold no secrets in the code.`;

/** Returns a draft of a function, which is never deployed. Throws the errors of `makeDraft`. */
export function generateFunction(
  ctx: DraftContext,
  { projectId, prompt, schemaContext }: z.infer<typeof GenerateFunctionInput> & { projectId: string },
): Promise<Drafted<FunctionDraft>> {
  const parts = { request: prompt, ...(schemaContext !== undefined && { schema: schemaContext }) };
  return makeDraft(ctx, {
    projectId,
    system: SYSTEM,
    parts,
    read: (answer) => readFunction(ctx.functionBundler, projectId, answer),
  });
}
