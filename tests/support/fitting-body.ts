import type { RouteDefinition } from "@/lib/http/definition";

const UNKNOWN_USER = `usr_${"0".repeat(20)}`;

const UNKNOWN_PROJECT = `p_${"0".repeat(20)}`;

/** The bodies that routes need, besides those that take an address. */
const BODIES: Record<string, object> = {
  createDatabase: { name: "a" },
  createBranch: { name: "a" },
  createPastRestore: { at: "2026-03-01T09:30:00Z", name: "a" },
  executeSql: { database: `db_${"0".repeat(20)}`, query: "select 1" },
  createProjectOrganization: { name: "Acme", slug: "acme", ownerId: UNKNOWN_USER },
  updateProjectOrganization: { name: "Acme" },
  createSsoConnection: { name: "Acme" },
  updateSsoConnection: { name: "Acme" },
  createSsoSetUpLink: { days: 7 },
  rotateScimToken: { keepSeconds: 60 },
  setScimRoles: { organizationId: null, roles: [] },
  addSsoDomain: { domain: "acme.example" },
  addProjectOrganizationMember: { userId: UNKNOWN_USER, role: "member" },
  updateProjectOrganizationMember: { role: "member" },
  createBucket: { name: "avatars" },
  updateBucket: { public: true },
  deleteObjects: { all: true },
  moveObject: { from: "a", to: "b" },
  copyObject: { from: "a", to: "b" },
  signLinks: { keys: ["a"], expiresInSeconds: 60 },
  explainAccess: { action: "read", key: "a" },
  createUpload: { bucket: "avatars", key: "a", size: 1 },
  deployFunction: { files: { "index.ts": "export default { fetch: () => new Response() };" } },
  updateFunction: { access: "public" },
  rollBackFunction: { version: 1 },
  setFunctionSecret: { value: "a value" },
  broadcast: { messages: [{ topic: "room:1", event: "message", payload: null }] },
  publishTable: { audience: "anyone" },
  sendProjectUserEmail: { kind: "password-reset" },
  resolveAbuseReport: { id: `abr_${"0".repeat(20)}`, resolution: "no_action" },
  suspendProject: { projectId: UNKNOWN_PROJECT, reason: "Spam." },
  unsuspendProject: { projectId: UNKNOWN_PROJECT, note: "It was a mistake." },
};

/** A body that such a route takes; `undefined` where it takes none. */
export function fittingBody({ operationId, body }: RouteDefinition): object | undefined {
  return body && (BODIES[operationId] ?? { email: "robot@example.com" });
}
