import { z } from "zod";

const Usage = z.object({ inputTokens: z.number(), outputTokens: z.number() });
const Prompt = z.string().trim().min(1).max(4_000);

export const GenerateSchemaInput = z.strictObject({
  prompt: Prompt.meta({ description: "The purpose of the schema, in words", example: "Books, authors and loans" }),
});

export const GenerateFunctionInput = z.strictObject({
  prompt: Prompt.meta({ description: "The purpose of the function, in words", example: "List the ten newest books" }),
  schemaContext: z.string().max(65_536).optional().meta({ description: "The database's schema, as SQL" }),
});

export const GeneratedSchema = z
  .object({
    draft: z.object({
      sql: z.string(),
      statements: z.array(z.object({ kind: z.string(), text: z.string() })),
      warnings: z.array(z.string()),
    }),
    model: z.string(),
    usage: Usage,
  })
  .meta({ id: "GeneratedSchema" });

export const GeneratedFunction = z
  .object({
    draft: z.object({
      files: z.record(z.string(), z.string()),
      entry: z.string(),
      access: z.literal("signed-in"),
      warnings: z.array(z.string()),
    }),
    model: z.string(),
    usage: Usage,
  })
  .meta({ id: "GeneratedFunction" });
