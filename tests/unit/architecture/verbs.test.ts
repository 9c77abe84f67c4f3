import { describe, expect, it } from "vitest";
import { parseSourceFile, readSourceFiles, type SourceFile } from "./source-files";
import { writingVerbsOf } from "./verbs";

/** Writing verbs that need no permission, each with the reason. */
const FOR_EVERYBODY: Record<string, string> = {
  "lib/hosting/databases/provision.ts#provisionDatabase": "the demo waits for its databases as the job would make them",
  "lib/people/members/note-activity.ts#noteActivity": "the membership of who is signed in has just been read",
  "lib/services/abuse-reports/submit.ts#submitAbuseReport": "anybody may report abuse",
  "lib/sign-in/tokens/key-set.ts#getProjectKeySet": "public keys are public; the first request makes the first key",
};

/** Writing verbs that leave no row, each with the reason. */
const UNRECORDED: Record<string, string> = {
  "lib/hosting/databases/provision.ts#provisionDatabase": "the creation that asked for it is recorded",
  "lib/people/members/note-activity.ts#noteActivity": "when a member was there last, every few minutes",
  "lib/services/storage/uploads/create.ts#createUpload": "room for bytes; the object that they become is recorded",
  "lib/services/storage/uploads/end.ts#endUpload": "gives back room that nothing was stored in",
  "lib/services/abuse-reports/submit.ts#submitAbuseReport": "the report itself stays",
  "lib/services/realtime/sockets/count-use.ts#countUse": "what sockets have used, every few seconds",
  "lib/sign-in/sessions/exchange/return-to-app.ts#returnToApp":
    "makes a code of the session that is there; its use is recorded",
  "lib/sign-in/passkeys/start-authentication.ts#startPasskeyAuthentication": "a challenge; its answer is recorded",
  "lib/sign-in/passkeys/start-registration.ts#startPasskeyRegistration": "a challenge; its answer is recorded",
  "lib/sign-in/sessions/find-active.ts#prolongSession": "a session in use is prolonged; its start is recorded",
  "lib/sign-in/sessions/get.ts#getSession": "makes the first signing key where there is none",
  "lib/sign-in/social/start-sign-in.ts#openSocialSignIn": "a flow; its end is recorded",
  "lib/sign-in/scim/refusals/record.ts#recordScimRefusal": "it is a trace itself",
  "lib/sign-in/sso/start.ts#startSsoSignIn": "a flow; its end is recorded",
  "lib/sign-in/tokens/get.ts#getToken": "makes the first signing key where there is none",
  "lib/sign-in/tokens/key-set.ts#getKeySet": "public keys are public; the first request makes the first key",
  "lib/sign-in/tokens/key-set.ts#getProjectKeySet": "public keys are public; the first request makes the first key",
  "lib/sign-in/user-organisations/set-active.ts#setActiveOrganisation":
    "which of their organisations a session works in; it may do no more than before",
  "lib/sql/data-changes/preview-undo.ts#previewUndo": "only settles what a crash has left",
  "lib/sql/statements/list.ts#listStatements": "only settles what a crash has left",
};

function keysOf(verbs: readonly { key: string }[]): string[] {
  return verbs.map(({ key }) => key).sort();
}

describe("a verb that writes", () => {
  const verbs = writingVerbsOf(readSourceFiles());

  it("authorises, unless a route's definition has proven whose request it is", () => {
    expect(verbs.length).toBeGreaterThan(80);
    const open = verbs.filter(({ authorises, contextType }) => !authorises && /^(SignIn)?Context$/.test(contextType));
    expect(keysOf(open)).toEqual(Object.keys(FOR_EVERYBODY).sort());
  });

  it("leaves a row in the audit log or among the security events", () => {
    expect(keysOf(verbs.filter(({ records }) => !records))).toEqual(Object.keys(UNRECORDED).sort());
  });
});

describe("the search for such verbs", () => {
  const sources: Record<string, string> = {
    "app/api/route.ts": `import { remove } from "@/lib/sql/made-up/remove"; import { guarded } from "@/lib/sql/made-up/guarded";`,
    "lib/sql/made-up/remove.ts": `import { rows } from "./rows"; export async function remove(ctx: Context) { await rows(ctx); }`,
    "lib/sql/made-up/rows.ts": `export const rows = (ctx: Context) => ctx.db.thing.deleteMany({});`,
    "lib/sql/made-up/guarded.ts": `
      import { requirePermission } from "@/lib/core/access/require-permission";
      import { recordAudit } from "@/lib/core/audit/record";
      export async function guarded(ctx: Context) {
        requirePermission(ctx.actor, "data:write");
        await ctx.db.thing.create({});
        await recordAudit(ctx, {});
      }`,
    "lib/core/access/require-permission.ts": `export function requirePermission() {}`,
    "lib/core/audit/record.ts": `export async function recordAudit(ctx: Context) { await ctx.db.auditEvent.create({}); }`,
  };
  const known = new Set(Object.keys(sources));
  const files = Object.entries(sources).map(([path, text]): [string, SourceFile] => [
    path,
    parseSourceFile(path, text, known),
  ]);

  it("follows the calls of a verb in other files", () => {
    expect(writingVerbsOf(new Map(files))).toEqual([
      { key: "lib/sql/made-up/remove.ts#remove", contextType: "Context", authorises: false, records: false },
      { key: "lib/sql/made-up/guarded.ts#guarded", contextType: "Context", authorises: true, records: true },
    ]);
  });
});
