import type { Command } from "commander";
import type { CommandLine } from "../command-line";

/** The parts that every command is added with. */
export interface CommandTree {
  program: Command;
  line: CommandLine;
  setExitCode: (code: number) => void;
  /** Returns the program with all commands. */
  loadAll: () => Promise<Command>;
}

/** A command, or a group of them. */
export interface Definition {
  addTo(tree: CommandTree, parent: Command): void;
}
