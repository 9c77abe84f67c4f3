import type { CommandPoint } from "./command-words";
import { shellQuote, valuesByFlag } from "./shell-words";

/** Returns the completion of a program for zsh, with descriptions. */
export function zshCompletion(program: string, points: readonly CommandPoint[]): string {
  const paths = points.filter(({ path }) => path !== "").map(({ path }) => shellQuote(path));
  const values = valuesByFlag(points).map(({ places, choices }) => {
    const complete = choices.length === 0 ? "_files" : `compadd -- ${choices.map(shellQuote).join(" ")}`;
    return `    ${places.map(shellQuote).join(" | ")}) ${complete}; return ;;`;
  });
  const described = (words: readonly { word: string; description: string }[]) =>
    words.map(({ word, description }) => shellQuote(`${word}:${description}`)).join(" ");
  const words = points.map(
    ({ path, commands, flags }) =>
      `    ${shellQuote(path)}) commands=(${described(commands)}); flags=(${described(flags)}) ;;`,
  );
  return `#compdef ${program}
_${program}() {
  local at= word
  local -a commands flags
  for word in "\${(@)words[2,CURRENT - 1]}"; do
    word="\${at:+$at }$word"
    case "$word" in
      ${paths.join(" | ")}) at=$word ;;
    esac
  done
  case "$at \${words[CURRENT - 1]}" in
${values.join("\n")}
  esac
  case "$at" in
${words.join("\n")}
  esac
  if (( $#commands )); then _describe command commands; else _files; fi
  _describe -o option flags
}
compdef _${program} ${program}
`;
}
