import { type CommandLine, UsageError } from "./command-line";

interface SecretInput {
  /** The name of the secret, for the prompt and for errors. */
  label: string;
  /** The environment variable that holds the secret; without it, the secret is the first line of standard input. */
  variableName: string | undefined;
}

/** Reads a secret from a variable or standard input, which other users of the machine cannot see, unlike arguments. */
export async function readSecret(line: CommandLine, { label, variableName }: SecretInput): Promise<string> {
  if (variableName === undefined) {
    const text = (await line.readLine(`${label}: `)).trim();
    if (text === "") throw new UsageError(`Standard input has no ${label.toLowerCase()}.`);
    return text;
  }
  const value = line.variable(variableName);
  if (!value) throw new UsageError(`The environment variable ${variableName} isn't set.`);
  return value;
}
