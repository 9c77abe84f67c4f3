/** An entry to be ranked: the label weighs most, then further words it is found by. */
export interface Rankable {
  label: string;
  words?: string | undefined;
  /** The quality of the match in the judgement of the search that found it, if it is better than that of its words. */
  fit?: number | undefined;
}

/** Returns the items that fit `query`, best first; those that fit equally well keep their order. */
export function rank<Item extends Rankable>(items: readonly Item[], query: string): { item: Item; score: number }[] {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored: { item: Item; score: number; place: number }[] = [];
  items.forEach((item, place) => {
    const score = Math.max(scoreOf(item, terms), item.fit ?? 0);
    if (score > 0) scored.push({ item, score, place });
  });
  return scored.sort((a, b) => b.score - a.score || a.place - b.place);
}

/** Returns how well every term fits; 0 when one does not. */
function scoreOf({ label, words = "" }: Rankable, terms: readonly string[]): number {
  let sum = 0;
  for (const term of terms) {
    const score = Math.max(closeness(label.toLowerCase(), term), 0.6 * wordFit(words.toLowerCase(), term));
    if (score === 0) return 0;
    sum += score;
  }
  return sum / terms.length;
}

/** Returns how well the term fits the text: at its start, at a word's, anywhere in it, or by its letters in order. */
function closeness(text: string, term: string): number {
  const word = wordFit(text, term);
  if (word > 0) return word;
  if (text.includes(term)) return 50;
  return term.length > 1 ? lettersFit(text, term) : 0;
}

function wordFit(text: string, term: string): number {
  if (text === term) return 120;
  if (text.startsWith(term)) return 100 - Math.min(20, (text.length - term.length) / 4);
  for (let at = text.indexOf(term); at !== -1; at = text.indexOf(term, at + 1)) {
    if (isBreak(text.charCodeAt(at - 1))) return 75;
  }
  return 0;
}

/** Returns up to 30 when the letters are those of words' beginnings, in order; gaps count against it. */
function lettersFit(text: string, term: string): number {
  let best = 0;
  for (const start of placesOf(text, term.charAt(0), 0)) {
    if (!isWordStart(text, start)) continue;
    const end = endOfLetters(text, term, start);
    if (end !== null) best = Math.max(best, 30 - Math.min(25, end - start + 1 - term.length));
  }
  return best;
}

/** Returns where the letters end whose first is at `start`: each follows the one before, or begins a word. */
function endOfLetters(text: string, term: string, start: number): number | null {
  let reached = new Set([start]);
  for (const letter of term.slice(1)) {
    const places = placesOf(text, letter, Math.min(...reached) + 1);
    const before = reached;
    reached = new Set(places.filter((at) => before.has(at - 1) || isWordStart(text, at)));
    if (reached.size === 0) return null;
  }
  return Math.min(...reached);
}

function placesOf(text: string, letter: string, from: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(letter, from); at !== -1; at = text.indexOf(letter, at + 1)) places.push(at);
  return places;
}

const isWordStart = (text: string, at: number) => at === 0 || isBreak(text.charCodeAt(at - 1));

/** Whether a word starts after this character, which is neither a letter nor a digit. */
function isBreak(code: number): boolean {
  return !(code >= 97 && code <= 122) && !(code >= 48 && code <= 57) && code < 128;
}
