import type { CommandLine } from "@/lib/cli/command-line";
import { textFile } from "@/lib/cli/define/kinds";
import { project } from "@/lib/cli/define/places";
import { generateFunction } from "@/lib/services/drafts/generate-function";
import { generateSchema } from "@/lib/services/drafts/generate-schema";
import { GenerateFunctionInput, GenerateSchemaInput } from "@/lib/services/drafts/resource";

function warned<Drafted extends { draft: { warnings: readonly string[] } }>(line: CommandLine, drafted: Drafted) {
  for (const warning of drafted.draft.warnings) line.notice(`${warning}\n`);
  return drafted;
}

/** The commands that have a language model draft something. They print the draft and run nothing. */
export const draftCommands = [
  project.verb("draft-schema <prompt>", {
    description: "Draft a schema as SQL by the operator's language model. Nothing of it is run.",
    examples: ['"Books, authors and loans" > schema.sql'],
    input: GenerateSchemaInput,
    run: async (ctx, { organisationId: _, ...input }, { line }) => warned(line, await generateSchema(ctx, input)),
    print: ({ draft }) => draft.sql,
  }),
  project.verb("draft-function <prompt>", {
    description: "Draft a function by the operator's language model. Nothing of it is deployed.",
    examples: ['"List the ten newest books" --schema schema.sql'],
    input: GenerateFunctionInput,
    options: { schemaContext: textFile("--schema  the schema of the database as SQL, at most 64 kB") },
    run: async (ctx, { organisationId: _, ...input }, { line }) => warned(line, await generateFunction(ctx, input)),
    print: ({ draft: { files } }) =>
      Object.entries(files)
        .map(([name, content]) => `// ${name}\n${content.trimEnd()}`)
        .join("\n\n"),
  }),
];
