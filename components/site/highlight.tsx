import "server-only";
import { common, createLowlight } from "lowlight";
import { Fragment, type ReactNode } from "react";

const grammars = createLowlight(common);

type Token = ReturnType<typeof grammars.highlight>["children"][number];

/** Returns code as elements whose classes name its parts; as it is if the language has no grammar. */
export function highlight(text: string, language: string): ReactNode {
  if (!grammars.registered(language)) return text;
  return draw(grammars.highlight(language, text).children);
}

function draw(tokens: readonly Token[]): ReactNode {
  return tokens.map((token, i) => {
    if (token.type === "text") return token.value;
    if (token.type !== "element") return null;
    const names = token.properties.className;
    const Part = Array.isArray(names) ? "span" : Fragment;
    const props = Array.isArray(names) ? { className: names.join(" ") } : {};
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move
      <Part key={i} {...props}>
        {draw(token.children)}
      </Part>
    );
  });
}
