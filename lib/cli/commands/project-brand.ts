import { z } from "zod";
import { project } from "@/lib/cli/define/places";
import { table } from "@/lib/cli/define/print";
import { group } from "@/lib/cli/define/verb";
import { readBytes, readPair } from "@/lib/cli/read";
import type { Context } from "@/lib/core/context";
import { listMailTemplates } from "@/lib/sign-in/mail/own-texts/list";
import { resetMailTemplate, TemplatePlace } from "@/lib/sign-in/mail/own-texts/reset";
import type { MailTemplate } from "@/lib/sign-in/mail/own-texts/resource";
import { setMailTexts } from "@/lib/sign-in/mail/own-texts/set";
import type { ProjectAddress } from "@/lib/sign-in/projects/find";
import { setLogo } from "@/lib/sign-in/projects/set-logo";

const { kind, locale } = TemplatePlace.shape;
const input = z.object({ kind, language: locale });
type Wanted = ProjectAddress & z.output<typeof input>;

const printTexts = table<MailTemplate["texts"][number]>([
  "name",
  {
    text: ({ text, standard }) => text ?? standard,
    own: ({ text }) => text !== null,
    "filled in": ({ placeholders }) =>
      placeholders.map((each) => `{{${each.name}}}${each.isRequired ? " (required)" : ""}`).join(" "),
  },
]);

/** The commands for the texts of a project's emails. */
export const mailTemplates = group("mail-template", "The texts of a project's emails, by kind and language.", [
  project.verb("list", {
    description: "List the emails whose texts can be changed, and which texts the project has of its own.",
    run: listMailTemplates,
    columns: [
      "kind",
      {
        language: "locale",
        "own texts": ({ texts }) => texts.flatMap(({ name, text }) => (text === null ? [] : name)).join(" ") || "none",
      },
    ],
  }),
  project.verb("show <kind> <language>", {
    description: "Show the texts of an email and their placeholders.",
    examples: ["sign-in en"],
    input,
    run: showTemplate,
    print: ({ texts }) => printTexts(texts),
  }),
  project.verb("set <kind> <language> <texts...>", {
    description: "Change texts of an email, each written name=text. An empty text is the default again.",
    examples: [`sign-in en subject="Your way into {{appName}}" intro=`],
    input,
    read: ({ texts, ...given }) => {
      const pairs = texts.map((pair) => readPair(pair, `name=text, such as subject="Your code"`));
      return { ...given, texts: Object.fromEntries(pairs.map(([name, text]) => [name, text || null])) };
    },
    run: async (ctx, { kind, language, texts, ...address }) => {
      await setMailTexts(ctx, { ...address, texts: { [kind]: { [language]: texts } } });
      return showTemplate(ctx, { ...address, kind, language });
    },
    print: ({ texts }) => printTexts(texts),
  }),
  project.verb("reset <kind> <language>", {
    description: "Use the default texts of an email again.",
    examples: ["sign-in en"],
    input,
    run: async (ctx, { language: locale, ...at }) => {
      await resetMailTemplate(ctx, { ...at, locale });
      return { kind: at.kind, locale };
    },
    print: ({ kind, locale }) => `${kind} in ${locale} has the default texts.`,
  }),
]);

async function showTemplate(ctx: Context, { kind, language, ...address }: Wanted): Promise<MailTemplate> {
  const { items } = await listMailTemplates(ctx, address);
  const found = items.find((each) => each.kind === kind && each.locale === language);
  if (!found) throw new TypeError(`there is no template ${kind} in ${language}`);
  return found;
}

/** The commands for the logo of a project. */
export const logoCommands = [
  project.verb("set-logo <file>", {
    description: "Set the logo of a project's hosted pages and mails: a PNG, JPEG or WebP image of at most 256 kB.",
    examples: ["./logo.png"],
    read: async ({ file }) => ({ content: new Uint8Array(await readBytes(file)) }),
    run: async (ctx, input) => {
      await setLogo(ctx, input);
      return { projectId: input.projectId };
    },
    print: ({ projectId }) => `${projectId} has a new logo.`,
  }),
  project.verb("remove-logo", {
    description: "Remove a project's logo. Its name is shown instead.",
    run: async (ctx, address) => {
      await setLogo(ctx, { ...address, content: null });
      return { projectId: address.projectId };
    },
    print: ({ projectId }) => `${projectId} has no logo now.`,
  }),
];
