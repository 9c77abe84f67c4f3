import type { Command } from "commander";
import type { CommandLine, CommandResult } from "./command-line";

/** The parts that every command is added with. */
export interface CommandTree {
  program: Command;
  line: CommandLine;
  setExitCode: (code: number) => void;
}

interface Subcommand<Options> {
  /** The name and the arguments, such as `show <org>`. */
  usage: string;
  description: string;
  examples: readonly string[];
  options?: (command: Command) => Command;
  run: (args: readonly string[], options: Options, asJson: boolean) => Promise<CommandResult>;
}

/** Adds a verb that prints its result as text, or as JSON with `--json`. */
export function addVerb<Options>(tree: CommandTree, parent: Command, verb: Subcommand<Options>): void {
  const command = parent.command(verb.usage).description(verb.description).option("--json", "print the result as JSON");
  verb.options?.(command);
  command.addHelpText("after", `\nExamples:\n${verb.examples.map((example) => `  ${example}\n`).join("")}`);
  command.action(async () => {
    // Verbs refuse fields that they do not know, so the option of every command is kept from them.
    const { json: asJson = false, ...options } = command.opts<{ json?: boolean }>();
    const result = await verb.run(command.args, options as Options, asJson);
    tree.line.write(asJson ? `${JSON.stringify(result.json, null, 2)}\n` : result.text);
    if (result.exitCode) tree.setExitCode(result.exitCode);
  });
}

/** Returns the argument at `index`; commander has refused the call when a required one is missing. */
export function argument(args: readonly string[], index: number): string {
  const value = args[index];
  if (value === undefined) throw new TypeError(`argument ${index} is not declared`);
  return value;
}
