import type { Provider } from "@/lib/sign-in/projects/providers/resource";
import { methodWords } from "./method-words";

export interface MethodChoice {
  id: string;
  label: string;
}

/** Users may have accounts at these even where the project has them no more. */
const USUAL = ["credential", "google", "github", "discord", "microsoft"];

/** Returns the label of a method, by the name that the project gave to an issuer of its own. */
export function methodLabel(methods: readonly MethodChoice[], method: string): string {
  return methods.find(({ id }) => id === method)?.label ?? methodWords(method);
}

/**
 * Returns the methods by which users can be found: the usual ones, the project's other providers by their names, and
 * the method that is asked for already.
 */
export function methodChoices(
  providers: readonly Pick<Provider, "provider" | "name">[],
  asked: string | undefined,
): MethodChoice[] {
  const choices = USUAL.map((id) => ({ id, label: methodWords(id) }));
  const add = (id: string, label: string) => {
    if (!choices.some((choice) => choice.id === id)) choices.push({ id, label });
  };
  for (const { provider, name } of providers) add(provider, name);
  if (asked !== undefined) add(asked, methodWords(asked));
  return choices;
}
