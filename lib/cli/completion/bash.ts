import type { CommandPoint } from "./command-words";
import { shellQuote, valuesByFlag } from "./shell-words";

/** Returns the completion of a program for bash. Bash completes the names of files if it knows no word. */
export function bashCompletion(program: string, points: readonly CommandPoint[]): string {
  const paths = points.filter(({ path }) => path !== "").map(({ path }) => shellQuote(path));
  const values = valuesByFlag(points).map(
    ({ places, choices }) => `    ${places.map(shellQuote).join(" | ")}) words=${shellQuote(choices.join(" "))} ;;`,
  );
  const words = points.map(({ path, commands, flags }) => {
    const all = [...commands, ...flags].map(({ word }) => word);
    return `      ${shellQuote(path)}) words=${shellQuote(all.join(" "))} ;;`;
  });
  return `_${program}() {
  local at= word words i
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${at:+$at }\${COMP_WORDS[i]}"
    case "$word" in
      ${paths.join(" | ")}) at=$word ;;
    esac
  done
  case "$at \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join("\n")}
    *) case "$at" in
${words.join("\n")}
    esac ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _${program} ${program}
`;
}
