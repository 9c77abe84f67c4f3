import type { Command, Option } from "commander";

interface Word {
  word: string;
  description: string;
}

/** A flag such as `--plan`. */
export interface Flag extends Word {
  /** Whether a value follows. */
  takesValue: boolean;
  /** Its values, if they are known; otherwise any value, or a file. */
  choices: readonly string[];
}

/** A point of the command line, and the words that can follow there. */
export interface CommandPoint {
  /** The names of the commands that led here, such as `org create`; empty at the start. */
  path: string;
  commands: Word[];
  flags: Flag[];
}

const HELP: Flag = { word: "--help", description: "show how it is used", takesValue: false, choices: [] };

/** Returns every point of a command tree, the start first. */
export function commandPoints(program: Command): CommandPoint[] {
  return pointsBelow(program, []);
}

function pointsBelow(command: Command, names: readonly string[]): CommandPoint[] {
  const point: CommandPoint = {
    path: names.join(" "),
    commands: command.commands.map((each) => ({ word: each.name(), description: each.description() })),
    flags: [...command.options.flatMap(flagsOf), HELP],
  };
  return [point, ...command.commands.flatMap((each) => pointsBelow(each, [...names, each.name()]))];
}

function flagsOf({ long, description, required, optional, argChoices }: Option): Flag[] {
  if (!long) return [];
  return [{ word: long, description, takesValue: required || optional, choices: argChoices ?? [] }];
}
