/** A collection of documents that `demo seed` makes. */
export interface DemoCollection {
  database: string;
  name: string;
  /** The JSON Schema of the collection; `null` when any document may be in it. */
  jsonSchema: object | null;
  documents: readonly object[];
}

const TITLES = [
  ["The Tide Tables", "R. Marlow"],
  ["A Field Guide to Harbours", "L. Brandt"],
  ["Notes on Rope", "S. Ito"],
  ["Salt and Slate", "M. Deane"],
  ["The Lamp Keeper", "E. Fournier"],
  ["Charts of the Inner Sea", "P. Albrecht"],
  ["Forty Knots", "S. Ito"],
  ["Winter Moorings", "R. Marlow"],
] as const;

const OPINIONS = [
  [5, "Read it in one evening and began again the next morning."],
  [4, "Slow for fifty pages, then I missed my stop twice."],
  [5, "My father kept the light at a harbour like this one. Every page is true."],
  [3, "Lovely pictures; the index leaves out half of what I looked for."],
  [4, "A present that was not given away in the end."],
  [2, "The binding came loose within a week. Exchanged without a question, though."],
  [5, "Clear enough that my daughter, who is nine, ties a bowline now."],
  [4, "Better than the first edition, and the maps fold out at last."],
  [1, "Arrived wet. The shop sent another at once, so the star is for them."],
] as const;

const READERS = [
  { name: "Chiara Rossi", country: "FR" },
  { name: "David Weber", country: "DE" },
  { name: "Elif Novak", country: "NL" },
  { name: "Grace Okafor", country: "GB" },
  { name: "Hugo Sato", country: "JP" },
] as const;

/** Returns a day of 2026, counted from the first of March. */
const dayOf = (count: number) => new Date(Date.UTC(2026, 2, 1 + count)).toISOString().slice(0, 10);

function at<T>(items: readonly T[], place: number): T {
  const item = items[place % items.length];
  if (item === undefined) throw new TypeError("nothing to choose from");
  return item;
}

function review(place: number) {
  const [book, author] = at(TITLES, place * 3 + Math.floor(place / 8));
  const [rating, text] = at(OPINIONS, place + Math.floor(place / 9));
  const reader = at(READERS, place * 2 + Math.floor(place / 5));
  const document = { book, author, rating, text, reader, isVerified: place % 4 !== 1, writtenOn: dayOf(place) };
  return place % 6 === 2 ? { ...document, reply: "Thank you for writing. We have told the printer." } : document;
}

function cart(place: number) {
  const lines = Array.from({ length: 1 + (place % 3) }, (_, line) => {
    const [title] = at(TITLES, place * 5 + line * 3);
    return { title, quantity: 1 + ((place + line) % 2), price: 12.5 + ((place * 7 + line * 3) % 9) * 2.75 };
  });
  return {
    session: `cart-${(48_271 * (place + 3)).toString(36)}`,
    lines,
    voucher: place % 5 === 0 ? "SPRING" : null,
    leftAt: `${dayOf(100 + (place % 40))}T${String(8 + (place % 13)).padStart(2, "0")}:15:00Z`,
  };
}

const CAMPAIGNS = [
  ["A harbour in winter", ["new books", "readings"], 241, 118],
  ["Ten books to take on deck", ["new books"], 244, 131],
  ["An evening with S. Ito", ["readings"], 120, 77],
  ["The spring list", ["new books"], 247, 102],
  ["What our binders do", ["new books", "readings"], 249, 140],
  ["Charts, and who drew them", ["new books"], 250, 96],
] as const;

function campaign([subject, topics, sent, opened]: (typeof CAMPAIGNS)[number], place: number) {
  const links = [{ href: "/books", clicks: Math.round(opened * 0.4) }];
  return { subject, topics, sentOn: dayOf(place * 24), figures: { sent, opened, links }, draft: false };
}

const REVIEW_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  required: ["book", "rating", "text", "reader"],
  properties: {
    book: { type: "string", minLength: 1 },
    author: { type: "string" },
    rating: { type: "integer", minimum: 1, maximum: 5 },
    text: { type: "string", maxLength: 2_000 },
    reader: {
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, country: { type: "string" } },
    },
    isVerified: { type: "boolean" },
    writtenOn: { type: "string", format: "date" },
    reply: { type: "string" },
  },
};

const range = (count: number) => Array.from({ length: count }, (_, place) => place);

export const COLLECTIONS: readonly DemoCollection[] = [
  { database: "shop", name: "reviews", jsonSchema: REVIEW_SCHEMA, documents: range(144).map(review) },
  { database: "shop", name: "abandoned_carts", jsonSchema: null, documents: range(60).map(cart) },
  { database: "newsletter", name: "campaigns", jsonSchema: null, documents: CAMPAIGNS.map(campaign) },
];
