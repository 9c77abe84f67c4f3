import type { Node } from "oxc-parser";
import type { SourceFile } from "./source-files";

/** A function at the top level of a file. */
export interface TopLevelFunction {
  /** `lib/hosting/databases/create.ts#createDatabase`. */
  key: string;
  path: string;
  name: string;
  /** The type of its first parameter where that is the context, such as `Context`; `null` otherwise. */
  contextType: string | null;
  text: string;
  /** The top-level functions of the product that it names, by their keys. */
  names: string[];
}

/** Returns the top-level functions of the files, by their keys. */
export function topLevelFunctions(files: ReadonlyMap<string, SourceFile>): Map<string, TopLevelFunction> {
  const functions = [...files.values()].flatMap(functionsOf);
  return new Map(functions.map((found) => [found.key, found]));
}

function functionsOf(file: SourceFile): TopLevelFunction[] {
  const { path, text } = file;
  const declared = file.parsed.program.body.flatMap(declarationsIn);
  const keys = new Map([...declared.map(({ name }) => [name, `${path}#${name}`] as const), ...importedKeys(file)]);
  return declared.map(({ name, node, parameter }) => ({
    key: `${path}#${name}`,
    path,
    name,
    contextType: contextTypeOf(text, parameter),
    text: text.slice(node.start, node.end),
    names: identifiersIn(text.slice(node.start, node.end)).flatMap((identifier) => keys.get(identifier) ?? []),
  }));
}

interface Declared {
  name: string;
  node: Node;
  parameter: Node | undefined;
}

function declarationsIn(statement: Node): Declared[] {
  const declaration = "declaration" in statement && statement.declaration ? (statement.declaration as Node) : statement;
  if (declaration.type === "FunctionDeclaration") {
    const name = declaration.id?.name ?? "default";
    return [{ name, node: declaration, parameter: declaration.params[0] }];
  }
  if (declaration.type !== "VariableDeclaration") return [];
  return declaration.declarations.flatMap(({ id, init }) => {
    if (id.type !== "Identifier" || init?.type !== "ArrowFunctionExpression") return [];
    return [{ name: id.name, node: init, parameter: init.params[0] }];
  });
}

function contextTypeOf(text: string, parameter: Node | undefined): string | null {
  const source = parameter === undefined ? "" : text.slice(parameter.start, parameter.end);
  return /^(?:ctx|tx): ([\w &]+)$/.exec(source)?.[1] ?? null;
}

function importedKeys({ parsed, imports }: SourceFile): [string, string][] {
  return parsed.module.staticImports.flatMap(({ moduleRequest, entries }) => {
    const to = imports.find(({ specifier }) => specifier === moduleRequest.value)?.to;
    if (!to) return [];
    return entries.map(({ importName, localName }): [string, string] => [
      localName.value,
      `${to}#${importName.name ?? "default"}`,
    ]);
  });
}

function identifiersIn(source: string): string[] {
  return [...new Set(source.match(/[A-Za-z_$][\w$]*/g))];
}
