import { z } from "zod";

/** The paths by which processes of the service reach the process that runs functions, at its Unix socket alone. */
export const FUNCTION_PATHS = {
  invoke: "/functions/invoke",
  /** Whether the process knows a program already. */
  know: "/functions/know",
  teach: "/functions/teach",
  tryStart: "/functions/try-start",
  retire: "/functions/retire",
  state: "/functions/state",
} as const;

export const Stated = z.strictObject({
  state: z.enum(["sandbox", "bubblewrap", "namespace", "plain", "unanswered"]).nullable(),
  reason: z.string().nullable(),
});

const Limits = z.strictObject({
  wallMilliseconds: z.int().min(1),
  memoryBytes: z.int().min(1),
  concurrency: z.int().min(1),
});

export const ProgramHead = z.strictObject({
  versionId: z.string(),
  functionId: z.string(),
  projectId: z.string(),
  databaseId: z.string().nullable(),
  revision: z.string(),
  limits: Limits,
  egress: z.strictObject({ mode: z.enum(["open", "list", "none"]), hosts: z.array(z.string()) }),
});

export const Taught = z.strictObject({
  head: ProgramHead,
  code: z.strictObject({
    script: z.string(),
    variables: z.record(z.string(), z.string()),
    secrets: z.record(z.string(), z.string()),
  }),
});

export const Asked = z.strictObject({
  key: z.string(),
  id: z.string(),
  caller: z.string(),
  depth: z.int().min(0),
  method: z.string(),
  url: z.string(),
  headers: z.array(z.tuple([z.string(), z.string()])),
});

export const Answered = z.strictObject({ status: z.int(), headers: z.array(z.tuple([z.string(), z.string()])) });

export type Refused = z.infer<typeof Refused>;
export const Refused = z.strictObject({
  code: z.string(),
  message: z.string(),
  retryAfterSeconds: z.number().optional(),
  /** The ID by which the log of the process names a failure of its own. */
  requestId: z.string().optional(),
});

export const Retired = z.strictObject({ versionId: z.string(), afterMilliseconds: z.number().min(0) });

/** The header that carries the facts about a request or an answer, whose body passes as it is. */
export const ENVELOPE_HEADER = "x-coppice-envelope";
/** Headers of callers travel inside another header, in base64. */
export const MAX_ENVELOPE_BYTES = 262_144;

export function keyOf({ versionId, revision }: { versionId: string; revision: string }): string {
  return `${versionId}:${revision}`;
}

export function toEnvelope(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

export function fromEnvelope<Shape>(schema: z.ZodType<Shape>, header: string | string[] | undefined): Shape {
  return schema.parse(JSON.parse(Buffer.from(String(header ?? ""), "base64url").toString("utf8")));
}
