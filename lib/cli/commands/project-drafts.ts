import { project } from "@/lib/cli/define/places";
import { verb } from "@/lib/cli/define/verb";
import { readTextFile } from "@/lib/cli/read";
import { generateFunction } from "@/lib/services/drafts/generate-function";
import { generateSchema } from "@/lib/services/drafts/generate-schema";
import { GenerateFunctionInput, GenerateSchemaInput } from "@/lib/services/drafts/resource";

/** The commands that have a language model draft something. They print the draft and run nothing. */
export const draftCommands = [
  verb({
    usage: "draft-schema <prompt>",
    description: "Draft a schema as SQL by the operator's language model. Nothing of it is run.",
    examples: ['"Books, authors and loans" > schema.sql'],
    place: project,
    input: GenerateSchemaInput,
    run: async (ctx, { organisationId: _, ...input }, { line }) => {
      const drafted = await generateSchema(ctx, input);
      for (const warning of drafted.draft.warnings) line.notice(`${warning}\n`);
      return drafted;
    },
    print: ({ draft }) => draft.sql,
  }),
  verb({
    usage: "draft-function <prompt>",
    description: "Draft a function by the operator's language model. Nothing of it is deployed.",
    examples: ['"List the ten newest books" --schema schema.sql'],
    place: project,
    input: GenerateFunctionInput,
    options: {
      schemaContext: {
        ...{ flags: "--schema <file>", as: readTextFile },
        help: "the schema of the database as SQL, at most 64 kB",
      },
    },
    run: async (ctx, { organisationId: _, ...input }, { line }) => {
      const drafted = await generateFunction(ctx, input);
      for (const warning of drafted.draft.warnings) line.notice(`${warning}\n`);
      return drafted;
    },
    print: ({ draft: { files } }) =>
      Object.entries(files)
        .map(([name, content]) => `// ${name}\n${content.trimEnd()}`)
        .join("\n\n"),
  }),
];
