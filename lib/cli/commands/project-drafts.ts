import { readFile } from "node:fs/promises";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { generateFunction } from "@/lib/services/drafts/generate-function";
import { generateSchema } from "@/lib/services/drafts/generate-schema";
import { GenerateFunctionInput, GenerateSchemaInput } from "@/lib/services/drafts/resource";
import { findProject } from "@/lib/sign-in/projects/find";

type Noun = Parameters<typeof addVerb>[1];

/** Adds the commands that have a language model draft something. They print the draft and run nothing. */
export function addDraftCommands(tree: CommandTree, noun: Noun): void {
  addVerb(tree, noun, {
    usage: "draft-schema <project> <prompt>",
    description: "Draft a schema as SQL by the operator's language model. Nothing of it is run.",
    examples: ['coppice project draft-schema Shop "Books, authors and loans" > schema.sql'],
    run: async (args) => {
      const { prompt } = GenerateSchemaInput.parse({ prompt: argument(args, 1) });
      const drafted = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, argument(args, 0));
        return generateSchema(ctx, { projectId, prompt });
      });
      for (const warning of drafted.draft.warnings) tree.line.notice(`${warning}\n`);
      return { json: drafted, text: `${drafted.draft.sql}\n` };
    },
  });
  addVerb<{ schema?: string }>(tree, noun, {
    usage: "draft-function <project> <prompt>",
    description: "Draft a function by the operator's language model. Nothing of it is deployed.",
    examples: ['coppice project draft-function Shop "List the ten newest books" --schema schema.sql'],
    options: (command) => command.option("--schema <file>", "the schema of the database as SQL, at most 64 kB"),
    run: async (args, { schema }) => {
      const schemaContext = schema === undefined ? undefined : await readFile(schema, "utf8");
      const input = GenerateFunctionInput.parse({ prompt: argument(args, 1), schemaContext });
      const drafted = await tree.line.withSession(async ({ ctx }) => {
        const { projectId } = await findProject(ctx, argument(args, 0));
        return generateFunction(ctx, { projectId, ...input });
      });
      const { files, warnings } = drafted.draft;
      for (const warning of warnings) tree.line.notice(`${warning}\n`);
      const text = Object.entries(files).map(([name, content]) => `// ${name}\n${content.trimEnd()}`);
      return { json: drafted, text: `${text.join("\n\n")}\n` };
    },
  });
}
