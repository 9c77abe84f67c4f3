import { Command, CommanderError } from "commander";
import type { CommandLine } from "@/lib/cli/command-line";
import { EXIT_USAGE } from "@/lib/cli/exit-codes";
import { SERVICE } from "@/lib/core/service";
import { NOUNS, type Noun } from "./nouns";

/** Runs one command and returns the exit code: 0, 1 when it failed, 2 when it was called wrongly. */
export async function runCommandLine(args: readonly string[], line: CommandLine): Promise<number> {
  let exitCode = 0;
  const setExitCode = (code: number) => {
    exitCode = code;
  };
  if (args[0] === "--version") {
    line.write(`${SERVICE.name} ${await line.version()}\n`);
    return 0;
  }
  const named = NOUNS.filter(({ name }) => args.includes(name));
  try {
    const program = await createProgram(line, setExitCode, named);
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_USAGE;
    const { explainFailure } = await import("./explain-failure");
    return explainFailure(error, line);
  }
}

/**
 * Returns the command tree, in which only the `loaded` nouns have their verbs. `setExitCode` is called when a command
 * worked but found something wrong.
 */
export async function createProgram(
  line: CommandLine,
  setExitCode: (code: number) => void,
  loaded: readonly Noun[],
): Promise<Command> {
  const program = new Command(SERVICE.slug)
    .description(`Operates a ${SERVICE.name} installation. Works whether or not the service is running.`)
    .option("--version", "shows the version and the build")
    .exitOverride()
    .showHelpAfterError("Add --help for usage.")
    .configureOutput({ writeOut: (text) => line.write(text), writeErr: (text) => line.notice(text) });
  const tree = { program, line, setExitCode, loadAll: () => createProgram(line, setExitCode, NOUNS) };
  for (const noun of NOUNS) {
    const { commands } = loaded.includes(noun) ? await noun.load() : { commands: [] };
    if (noun.isVerb && commands.length > 0) commands[0]?.addTo(tree, program);
    else {
      const command = program.command(noun.name).description(noun.description);
      for (const each of commands) each.addTo(tree, command);
    }
  }
  return program;
}
