import type { CommandPoint, Flag } from "./command-words";

/** Returns the completion of a program for fish, with descriptions. */
export function fishCompletion(program: string, points: readonly CommandPoint[]): string {
  const paths = points.filter(({ path }) => path !== "").map(({ path }) => fishQuote(path));
  const lines = points.flatMap(({ path, commands, flags }) => {
    const condition = `-n ${fishQuote(`__${program}_is ${fishQuote(path)}`)}`;
    const start = `complete -c ${program} ${condition}`;
    return [
      ...commands.map(({ word, description }) => `${start} -f -a ${word} -d ${fishQuote(description)}`),
      ...flags.map((flag) => `${start} -l ${flag.word.slice(2)}${optionFor(flag)} -d ${fishQuote(flag.description)}`),
    ];
  });
  return `function __${program}_is
  set -l at ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$at $word")
    contains -- $next ${paths.join(" ")}; and set at $next
  end
  test "$at" = "$argv[1]"
end
${lines.join("\n")}
`;
}

function optionFor({ takesValue, choices }: Flag): string {
  if (!takesValue) return "";
  return choices.length === 0 ? " -r" : ` -x -a ${fishQuote(choices.join(" "))}`;
}

function fishQuote(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
