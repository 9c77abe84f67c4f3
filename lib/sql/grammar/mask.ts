import { byteOffsets } from "@/lib/core/text-offsets";
import { type ParsedStatement, parseStatements, scanTokens } from "./parse";
import type { Token } from "./token";
import { isRecord, namesOf, walkTree } from "./tree";

const MASK = "'•••'";
const STRINGS: ReadonlySet<number> = new Set([261, 262]);
const SECRET_OPTIONS: ReadonlySet<string> = new Set(["password", "connection", "conninfo"]);
/** The statements whose options are an open list that another server reads: any of them may be a secret. */
const OPEN_OPTIONS: ReadonlySet<string> = new Set([
  "CreateUserMappingStmt",
  "AlterUserMappingStmt",
  "CreateForeignServerStmt",
  "AlterForeignServerStmt",
  "CreateFdwStmt",
  "AlterFdwStmt",
  "CreateSubscriptionStmt",
  "AlterSubscriptionStmt",
]);
const SECRET_FUNCTIONS = /^(?:crypt|digest|hmac|(?:raw_)?(?:en|de)crypt(?:_iv)?|pgp_(?:sym|pub)_.*|dblink.*|scram_.*)$/;
const SECRET_NAME = /passw|secret|token|api_?key|credential/i;
/** The statements whose body is code in another language. */
const BODIES: ReadonlySet<string> = new Set(["DoStmt", "CreateFunctionStmt"]);

/** A readable text without any of these words holds nothing that its parse tree could show to be a secret. */
const MAY_HOLD_SECRET =
  /passw|secret|token|api_?key|credential|conn|crypt|digest|hmac|pgp_|dblink|scram|set_config|server|mapping|wrapper|subscription|u&"/i;

/** Masks the secrets of a text. With `isReadable` it is known to parse, so that most texts are not parsed again. */
export async function maskSecrets(text: string, { isReadable = false } = {}): Promise<string> {
  if (isReadable && !MAY_HOLD_SECRET.test(text)) return text;
  let statements: ParsedStatement[];
  try {
    statements = await parseStatements(text);
  } catch {
    return maskUnreadable(text);
  }
  const tokens = (await scanTokens(text)).filter(({ tokenType }) => STRINGS.has(tokenType));
  if (tokens.length === 0) return text;
  const offsetOf = byteOffsets(text);
  const secret = new Set(statements.flatMap((statement) => secretsOf(statement, tokens, offsetOf)));
  return replace(text, tokens, secret);
}

function secretsOf(
  { kind, body, ...place }: ParsedStatement,
  tokens: readonly Token[],
  offsetOf: (bytes: number) => number,
): Token[] {
  const own = tokens.filter(({ from, to }) => from >= place.from && to <= place.to);
  if (OPEN_OPTIONS.has(kind)) return own;
  if (BODIES.has(kind)) return own.filter(({ text }) => SECRET_NAME.test(text));
  if (kind === "VariableSetStmt") return SECRET_NAME.test(String(body.name)) ? own : [];
  const secret: Token[] = [];
  const starts = new Map(own.map((token) => [token.from, token]));
  walkTree({ [kind]: body }, (childKind, child) => {
    if (childKind === "DefElem" && SECRET_OPTIONS.has(String(child.defname))) {
      const start = offsetOf(Number(child.location ?? 0));
      secret.push(...own.filter(({ from }) => from >= start).slice(0, 1));
    }
    if (childKind !== "FuncCall" || !isSecretCall(child)) return;
    walkTree(child.args, (argumentKind, argument) => {
      if (argumentKind !== "A_Const" || typeof argument.location !== "number") return;
      const token = starts.get(offsetOf(argument.location));
      if (token) secret.push(token);
    });
  });
  return secret;
}

/** Returns whether a call passes a secret: `set_config` by the setting's name, other functions by their own. */
function isSecretCall(call: Record<string, unknown>): boolean {
  const name = namesOf(call.funcname).at(-1) ?? "";
  if (name !== "set_config") return SECRET_FUNCTIONS.test(name);
  const [setting] = Array.isArray(call.args) ? (call.args as unknown[]) : [];
  const constant = isRecord(setting) && isRecord(setting.A_Const) ? setting.A_Const.sval : null;
  return !isRecord(constant) || SECRET_NAME.test(String(constant.sval));
}

async function maskUnreadable(text: string): Promise<string> {
  try {
    const tokens = (await scanTokens(text)).filter(({ tokenType }) => STRINGS.has(tokenType));
    return replace(text, tokens, new Set(tokens));
  } catch {
    // The tokens of the text cannot be told apart, so anything after the first quote may be a secret.
    const start = text.search(/['$"]/);
    return start === -1 ? text : `${text.slice(0, start)}${MASK}`;
  }
}

function replace(text: string, tokens: readonly Token[], secret: ReadonlySet<Token>): string {
  let [masked, end] = ["", 0];
  for (const token of tokens) {
    if (!secret.has(token)) continue;
    masked += text.slice(end, token.from) + MASK;
    end = token.to;
  }
  return masked + text.slice(end);
}
