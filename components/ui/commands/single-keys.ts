import { BrowserMemory } from "../browser-memory";
import { useKept } from "../use-kept";

const memory = new BrowserMemory("");
const KEPT_AS = "shortcuts";
const FORM = { read: (text: string | null) => text !== "off", write: (isOn: boolean) => (isOn ? null : "off") };

/** Returns whether keys without a modifier give commands; the browser remembers the choice. */
export function areSingleKeysOn(): boolean {
  return FORM.read(memory.read(KEPT_AS));
}

export function useSingleKeys(): [boolean, (isOn: boolean) => void] {
  const [isOn, change] = useKept(memory, KEPT_AS, FORM);
  return [isOn, (next) => change(() => next)];
}
