import { z } from "zod";
import { FUNCTION_FIELDS } from "../settings";

/** Files are bundled here; a bundle was made where its packages are installed. */
export const SOURCE_BYTES = 4 * 1024 ** 2;
export const BUNDLE_BYTES = 10 * 1024 ** 2;
/** Escapes can double the size of JSON. */
export const DEPLOY_BODY_BYTES = 2 * BUNDLE_BYTES;

export const DeployInput = z
  .strictObject({
    files: z
      .record(z.string(), z.string())
      .optional()
      .meta({
        description: "The text of each file, by its path; at most 4 MB together.",
        example: { "index.ts": "export default { fetch: () => new Response('Hello') };" },
      }),
    entry: z.string().default("index.ts").meta({
      description: "The file whose default export has `fetch(request)`.",
      example: "index.ts",
    }),
    bundle: z.string().optional().meta({
      description: "One ES module in place of files, at most 10 MB.",
      example: "export default { fetch: () => new Response('Hello') };",
    }),
    access: FUNCTION_FIELDS.access.optional(),
    env: FUNCTION_FIELDS.env.optional(),
    replaces: z.int().min(1).nullable().optional().meta({
      description: "The version that must be in force, `null` for none. Otherwise nothing changes.",
      example: 2,
    }),
    message: z.string().trim().max(500).default("").meta({ example: "Send receipts in two languages" }),
  })
  .refine(({ files, bundle }) => (files === undefined) !== (bundle === undefined), {
    message: "must have either files or a bundle",
  })
  .meta({ example: { files: { "index.ts": "export default { fetch: () => new Response('Hello') };" } } });
export type DeployInput = z.infer<typeof DeployInput>;
