import pg from "pg";

const VERSIONS = ["2025-06-18", "2025-03-26"];
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const INVALID_PARAMS = -32602;

const SEARCH_PRODUCTS = {
  name: "search_products",
  description: "Finds products of the shop by words in their names, the cheapest first.",
  inputSchema: {
    type: "object",
    properties: { words: { type: "string", description: "Words in the name, such as “red mug”." } },
    required: ["words"],
  },
};

interface Call {
  jsonrpc?: unknown;
  id?: string | number;
  method?: unknown;
  params?: { protocolVersion?: unknown; name?: unknown; arguments?: { words?: unknown } };
}

class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** An MCP server (Streamable HTTP, without sessions) that lets an assistant look up products of products-api. */
export default {
  async fetch(request: Request): Promise<Response> {
    // It sends nothing by itself, so there is no stream to open and no session to end.
    if (request.method !== "POST") return new Response(null, { status: 405, headers: { allow: "POST" } });
    const call: Call | null | undefined = await request.json().catch(() => undefined);
    if (call === undefined) return failed(null, new Refusal(PARSE_ERROR, "The body isn't JSON."));
    if (call?.jsonrpc !== "2.0" || typeof call.method !== "string") {
      return failed(null, new Refusal(INVALID_REQUEST, "The body isn't one message of JSON-RPC 2.0."));
    }
    if (call.id === undefined) return new Response(null, { status: 202 });
    try {
      return Response.json({ jsonrpc: "2.0", id: call.id, result: await answer(call.method, call.params ?? {}) });
    } catch (error) {
      if (error instanceof Refusal) return failed(call.id, error);
      throw error;
    }
  },
};

function failed(id: string | number | null, { code, message }: Refusal): Response {
  return Response.json({ jsonrpc: "2.0", id, error: { code, message } }, { status: id === null ? 400 : 200 });
}

async function answer(method: string, params: NonNullable<Call["params"]>): Promise<object> {
  if (method === "initialize") {
    const protocolVersion = VERSIONS.find((version) => version === params.protocolVersion) ?? VERSIONS[0];
    return { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "products", version: "1.0.0" } };
  }
  if (method === "ping") return {};
  if (method === "tools/list") return { tools: [SEARCH_PRODUCTS] };
  if (method !== "tools/call") throw new Refusal(METHOD_NOT_FOUND, `There is no method ${method}.`);
  if (params.name !== SEARCH_PRODUCTS.name) throw new Refusal(INVALID_PARAMS, "There is no such tool.");
  const words = params.arguments?.words;
  if (typeof words !== "string" || words.trim() === "") throw new Refusal(INVALID_PARAMS, "words must be a text.");
  return { content: [{ type: "text", text: JSON.stringify(await search(words)) }] };
}

async function search(words: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    const { rows } = await client.query(
      `SELECT id, name, price_cents AS "priceCents" FROM products
       WHERE to_tsvector('simple', name) @@ plainto_tsquery('simple', $1) ORDER BY price_cents, id LIMIT 20`,
      [words],
    );
    return rows;
  } finally {
    await client.end();
  }
}
