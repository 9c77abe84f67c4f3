import { z } from "zod";
import { type CommandLine, UsageError } from "@/lib/cli/command-line";
import { anywhere } from "@/lib/cli/define/places";
import { readSecret } from "@/lib/cli/secret-input";
import { changeOperatorSettings } from "@/lib/people/operator-settings/change";
import { isSecretSetting } from "@/lib/people/operator-settings/groups";
import { listOperatorSettings } from "@/lib/people/operator-settings/list";
import { isChangeableName } from "@/lib/people/operator-settings/live-settings";
import type { OperatorSetting } from "@/lib/people/operator-settings/resource";
import { SendTestMailInput, sendTestMail } from "@/lib/people/operator-settings/send-test-mail";

const printChanged = ({ changed }: { changed: readonly string[] }) =>
  changed.length === 0 ? "Nothing changed." : `Changed: ${changed.join(", ")}.`;

export const commands = [
  anywhere.verb("list", {
    description: "List the settings, their values, and where these come from: variable, stored or default.",
    run: async (ctx) => (await listOperatorSettings(ctx)).flatMap(({ settings }) => settings),
    columns: ["name", { value: shownValue }, "source", "changedAt"],
  }),
  anywhere.verb("set <settings...>", {
    description: "Store values. A secret is named without its value, which is read from standard input.",
    examples: ["COPPICE_SIGN_UP=open COPPICE_AUDIT_DAYS=365", "SMTP_URL"],
    read: async ({ settings }, line) => ({ values: await readValues(settings, line) }),
    run: (ctx, input) => changeOperatorSettings(ctx, input),
    print: printChanged,
  }),
  anywhere.verb("unset <names...>", {
    description: "Remove stored values, so that the defaults are in force again.",
    examples: ["COPPICE_AUDIT_DAYS"],
    run: (ctx, { names }) =>
      changeOperatorSettings(ctx, { values: Object.fromEntries(names.map((name) => [name, null])) }),
    print: printChanged,
  }),
  anywhere.verb("test-mail <to>", {
    description: "Send a test email, and wait until the mail server has accepted it.",
    examples: ["ada@example.com"],
    input: z.object({ to: SendTestMailInput.shape.to }),
    run: sendTestMail,
    print: ({ to, from }) => `The mail server took an email from ${from} to ${to}.`,
  }),
];

function shownValue({ isSecret, isSet, value }: OperatorSetting): string | null {
  return isSecret && isSet ? "(secret)" : value;
}

/** Other users of the machine can see arguments, so a secret is none. */
async function readValues(pairs: readonly string[], line: CommandLine): Promise<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name = pair, value] = /^([^=]*)=(.*)$/s.exec(pair) ?? [];
    const isSecret = isChangeableName(name) && isSecretSetting(name);
    if (isSecret && value !== undefined) throw new UsageError(`${name} is a secret: leave out = and its value.`);
    if (!isSecret && value === undefined) throw new UsageError(`${name} has no value: write ${name}=value.`);
    values[name] = value ?? (await readSecret(line, { label: name, variableName: undefined }));
  }
  return values;
}
