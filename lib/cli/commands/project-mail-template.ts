import { UsageError } from "@/lib/cli/command-line";
import { addVerb, argument, type CommandTree } from "@/lib/cli/subcommand";
import { formatTable } from "@/lib/cli/table";
import type { Context } from "@/lib/core/context";
import { LOCALES } from "@/lib/core/locale";
import { listMailTemplates } from "@/lib/sign-in/mail/own-texts/list";
import { resetMailTemplate, TemplatePlace } from "@/lib/sign-in/mail/own-texts/reset";
import type { MailTemplate } from "@/lib/sign-in/mail/own-texts/resource";
import { setMailTexts } from "@/lib/sign-in/mail/own-texts/set";
import { TEMPLATE_KINDS } from "@/lib/sign-in/mail/own-texts/texts";
import { findProject, type ProjectAddress } from "@/lib/sign-in/projects/find";

type Noun = Parameters<typeof addVerb>[1];

/** Adds the commands for the texts of a project's emails. */
export function addMailTemplateCommands(tree: CommandTree, project: Noun): void {
  const noun = project.command("mail-template").description("The texts of a project's emails, by kind and language.");
  addVerb(tree, noun, {
    usage: "list <project>",
    description: "List the emails whose texts can be changed, and which texts the project has of its own.",
    examples: ["coppice project mail-template list Shop"],
    run: async (args) => {
      const { items } = await tree.line.withSession(async ({ ctx }) =>
        listMailTemplates(ctx, await findProject(ctx, argument(args, 0))),
      );
      return { json: { items }, text: tableOf(items) };
    },
  });
  addVerb(tree, noun, {
    usage: "show <project> <kind> <language>",
    description: "Show the texts of an email and their placeholders.",
    examples: ["coppice project mail-template show Shop sign-in en"],
    run: async (args) => {
      const place = placeOf(args);
      const template = await tree.line.withSession(async ({ ctx }) =>
        showTemplate(ctx, await findProject(ctx, argument(args, 0)), place),
      );
      return { json: template, text: describeTemplate(template) };
    },
  });
  addSet(tree, noun);
  addVerb(tree, noun, {
    usage: "reset <project> <kind> <language>",
    description: "Use the default texts of an email again.",
    examples: ["coppice project mail-template reset Shop sign-in en"],
    run: async (args) => {
      const place = placeOf(args);
      await tree.line.withSession(async ({ ctx }) =>
        resetMailTemplate(ctx, { ...(await findProject(ctx, argument(args, 0))), ...place }),
      );
      return { json: place, text: `${place.kind} in ${place.locale} has the default texts.\n` };
    },
  });
}

function addSet(tree: CommandTree, noun: Noun): void {
  addVerb(tree, noun, {
    usage: "set <project> <kind> <language> <texts...>",
    description: "Change texts of an email, each written name=text. An empty text is the default again.",
    examples: [`coppice project mail-template set Shop sign-in en subject="Your way into {{appName}}" intro=`],
    run: async (args) => {
      const place = placeOf(args);
      const texts = Object.fromEntries(args.slice(3).map(assignment));
      const template = await tree.line.withSession(async ({ ctx }) => {
        const address = await findProject(ctx, argument(args, 0));
        await setMailTexts(ctx, { ...address, texts: { [place.kind]: { [place.locale]: texts } } });
        return showTemplate(ctx, address, place);
      });
      return { json: template, text: describeTemplate(template) };
    },
  });
}

function assignment(text: string): [name: string, text: string | null] {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`Use name=text, such as subject="Your code", not "${text}".`);
  return [text.slice(0, at), text.slice(at + 1) || null];
}

function placeOf(args: readonly string[]): TemplatePlace {
  const place = TemplatePlace.safeParse({ kind: argument(args, 1), locale: argument(args, 2) });
  if (place.success) return place.data;
  throw new UsageError(`Kinds: ${TEMPLATE_KINDS.join(", ")}. Languages: ${LOCALES.join(", ")}.`);
}

async function showTemplate(ctx: Context, address: ProjectAddress, place: TemplatePlace): Promise<MailTemplate> {
  const { items } = await listMailTemplates(ctx, address);
  const found = items.find(({ kind, locale }) => kind === place.kind && locale === place.locale);
  if (!found) throw new TypeError(`there is no template ${place.kind} in ${place.locale}`);
  return found;
}

function describeTemplate({ texts }: MailTemplate): string {
  return formatTable(
    ["NAME", "TEXT", "OWN", "FILLED IN"],
    texts.map(({ name, text, standard, placeholders }) => [
      name,
      text ?? standard,
      text === null ? "no" : "yes",
      placeholders.map((each) => `{{${each.name}}}${each.isRequired ? " (required)" : ""}`).join(" "),
    ]),
  );
}

function tableOf(items: readonly MailTemplate[]): string {
  return formatTable(
    ["KIND", "LANGUAGE", "OWN TEXTS"],
    items.map(({ kind, locale, texts }) => {
      const own = texts.flatMap(({ name, text }) => (text === null ? [] : [name]));
      return [kind, locale, own.join(" ") || "none"];
    }),
  );
}
