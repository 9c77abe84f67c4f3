/** The things that the actions of a test act on, all of one organisation. */
export interface ActionTarget {
  organisationId: string;
  databaseId: string;
  /** A developer beside those who act. */
  memberId: string;
  invitationId: string;
  keyId: string;
  projectId: string;
  deletedProjectId: string;
  deletedDatabaseId: string;
  projectKeyId: string;
  testTokenId: string;
  webhook: { endpointId: string; deliveryId: string };
  /** An organisation of the project's users, with two members. */
  userOrganisation: { userOrganisationId: string; memberId: string; invitationId: string };
  /** An invitation to become a user of the project. */
  userInvitationId: string;
  /** A bucket with `a.txt`, `b.txt` and `folder/c.txt`, and an empty one. */
  storage: { bucketId: string; emptyBucketId: string };
  /** A connection for single sign-on that is off, with a verified domain. */
  sso: { connectionId: string; domain: string; metadata: string; oidcConnectionId: string; tokenId: string };
  /** Such connections of the organisation itself. */
  ownSso: { connectionId: string; domain: string; metadata: string; oidcConnectionId: string };
  /** An import of users that was checked. */
  userImportId: string;
  /** A user of the project who has everything that can be taken from one. */
  userId: string;
  sessionId: string;
  passkeyId: string;
  /** An open report of abuse. */
  reportId: string;
  queryId: string;
  changeId: string;
  documentId: string;
  /** A session of an app that runs a statement. */
  session: { pid: number; startedAt: string };
  /** The address of the account that acts. */
  email: string;
  /** An invitation of that account to another organisation. */
  ownInvitationId: string;
}

const MADE_FUNCTION = "made-here";
/** A time that the backups of the test have. */
const IN_BACKUPS = "2099-01-01T00:00:00.000Z";

export interface ActionCase {
  /** Arguments that the action accepts, the organisation's id first. */
  given: unknown[];
  /** The fields of its form, which comes after the arguments and the state before it. */
  form?: Record<string, string>;
  /** Places of arguments that may be left out. */
  optional?: readonly number[];
  /** Fields of its form that may be missing. */
  mayLack?: readonly string[];
  /** Belongs to the account, so it names no organisation. */
  isOfAccount?: true;
  /** Only accounts that the operator named may do it; such an action belongs to the account too. */
  isOfOperator?: true;
  /** A viewer may do it. */
  isForViewers?: true;
  /** Names nothing but the organisation. */
  isUnaddressed?: true;
  /** The page that it leads to, after the organisation's address; `*` stands for the id of a new thing. */
  leadsTo?: string;
}

/** A call of each server action that fulfils its purpose; removing ones come last. */
export function actionCases(target: ActionTarget): Record<string, ActionCase> {
  return {
    ...accountCases(target),
    ...operatorCases(target),
    ...organisationCases(target),
    ...projectCases(target),
    ...userCases(target),
    ...dataCases(target),
    ...removals(target),
  };
}

function accountCases({ email, ownInvitationId }: ActionTarget): Record<string, ActionCase> {
  return {
    deleteAccount: { given: [], form: { confirmation: email }, isOfAccount: true },
    keepAccount: { given: [], isOfAccount: true },
    makeOrganisation: { given: [], form: { name: "made here" }, isOfAccount: true },
    answerInvitation: { given: [], form: { invitationId: ownInvitationId, answer: "accept" }, isOfAccount: true },
    renameAccount: { given: [], form: { name: "Named Here" }, isOfAccount: true },
    endOtherSessions: { given: [], isOfAccount: true },
    signOut: { given: [], isOfAccount: true },
  };
}

function operatorCases({ projectId, reportId }: ActionTarget): Record<string, ActionCase> {
  const shared = { isOfAccount: true, isOfOperator: true } as const;
  return {
    resolveReport: { given: [reportId], form: { resolution: "warned" }, ...shared },
    suspend: { given: [projectId], form: { reason: "Sends spam." }, ...shared },
    unsuspend: { given: [projectId], form: { note: "Gone." }, ...shared },
    changeSettings: { given: [], form: { COPPICE_AUDIT_DAYS: "365" }, ...shared },
    unsetSetting: { given: ["COPPICE_AUDIT_DAYS"], ...shared },
    changePlanLimits: { given: ["free"], form: { databases: "5" }, ...shared },
    testMail: { given: [], ...shared },
  };
}

function organisationCases(target: ActionTarget): Record<string, ActionCase> {
  const { organisationId: own, databaseId, memberId, invitationId, keyId } = target;
  const filter = { actions: ["organisation.create"] };
  return {
    invite: { given: [own], form: { emails: "somebody@example.com", role: "viewer" }, isUnaddressed: true },
    revokeInvitation: { given: [own, invitationId] },
    setRole: { given: [own, memberId, "viewer"] },
    createKey: {
      given: [own],
      form: { name: "made here", database: databaseId, access: "read-only", days: "30" },
    },
    revokeKey: { given: [own, keyId] },
    exportAudit: { given: [own, "csv", filter], isUnaddressed: true },
    rename: { given: [own], form: { name: "renamed here" }, isUnaddressed: true },
    createDatabase: { given: [own], form: { name: "made here" }, isUnaddressed: true, leadsTo: "/databases/*" },
  };
}

function projectCases(target: ActionTarget) {
  const { organisationId, projectId, deletedProjectId, projectKeyId, testTokenId, userImportId } = target;
  const here = [organisationId, projectId] as const;
  const cases: Record<string, ActionCase> = {
    createProject: {
      ...{ given: [organisationId], form: { name: "made here" }, isUnaddressed: true },
      leadsTo: "/projects/*",
    },
    renameProject: { given: [...here], form: { name: "shop" } },
    allowOrigin: { given: [...here], form: { origin: "https://made-here.example" } },
    saveProjectSettings: { given: [...here, { password: { minLength: 12 } }] },
    saveMailTexts: { given: [...here, { "sign-in": { en: { intro: "Hello." } } }] },
    sendTestMail: { given: [...here, "sign-in", "en"] },
    restoreProject: { given: [organisationId, deletedProjectId] },
    createGuideKey: { given: [...here, "made here"] },
    createProjectKey: { given: [...here, "server"], form: { name: "made here", scope: "read", days: "30" } },
    revokeProjectKey: { given: [...here, "public", projectKeyId] },
    switchTestTokens: { given: [...here, true] },
    createTestToken: { given: [...here], form: { email: "made-here@example.com", ttlSeconds: "60" } },
    revokeTestToken: { given: [...here, testTokenId] },
    ...providerCases(target),
    ...webhookCases(target),
    ...ssoCases(target),
    ...ownSsoCases(target),
    ...storageCases(target),
    ...realtimeCases(target),
    ...functionCases(target),
    startUserImport: { given: [...here, userImportId] },
    cancelUserImport: { given: [...here, userImportId] },
    ...userOrganisationCases(target),
    rotateSenderKey: { given: [...here] },
    setSenderDomain: { given: [...here], form: { domain: "made-here.example" } },
    liftBounce: { given: [...here, "gone@example.com"] },
    checkSenderDomain: { given: [...here] },
    endLock: { given: [...here, "ada@example.com"] },
  };
  return cases;
}

function providerCases({ organisationId, projectId }: ActionTarget): Record<string, ActionCase> {
  const here = [organisationId, projectId] as const;
  const form = { provider: "google", clientId: "made-here.apps.example", clientSecret: "made-here" };
  return {
    setProvider: { given: [...here], form },
    turnProvider: { given: [...here, form.provider, false] },
    removeProvider: { given: [...here, form.provider] },
    rotateSigningKeys: { given: [...here] },
    revokeSigningKeys: { given: [...here] },
  };
}

function ssoCases({ organisationId, projectId, sso, userOrganisation }: ActionTarget): Record<string, ActionCase> {
  const { connectionId = "", domain = "", metadata = "", oidcConnectionId = "", tokenId = "" } = sso ?? {};
  const here = [organisationId, projectId, connectionId] as const;
  return {
    createSsoConnection: {
      given: [organisationId, projectId],
      form: { name: "Acme", protocol: "saml" },
      leadsTo: `/projects/${projectId}/sso/*`,
    },
    switchSsoConnection: { given: [...here, "createsUsers", false] },
    setSsoMetadata: { given: [...here], form: { metadata, metadataUrl: "" } },
    setSsoClient: {
      given: [organisationId, projectId, oidcConnectionId],
      form: { issuer: "", clientId: "another", clientSecret: "" },
    },
    addSsoDomain: { given: [...here], form: { domain: "added.example" } },
    verifySsoDomain: { given: [...here, domain] },
    // A connection has two valid tokens at most.
    rotateScimToken: { given: [...here], form: { tokenId, keepSeconds: "0" } },
    createScimToken: { given: [...here] },
    setScimOrganisation: {
      given: [...here],
      form: { organization: userOrganisation?.userOrganisationId ?? "" },
    },
    addScimRole: { given: [...here], form: { group: "App admins", role: "admin" } },
    removeScimRole: { given: [...here, "App admins"] },
    createSsoSetUpLink: { given: [...here] },
    rotateSsoKey: { given: [...here] },
  };
}

/** The name of an action on a connection of the organisation itself, which the action has besides a project's. */
const ofOrganisation = (action: string) => `${action}, of the organisation`;

/** Returns the action of a case. */
export const actionOf = (name: string) => name.replace(/,.*/, "");

function ownSsoCases({ organisationId, ownSso }: ActionTarget): Record<string, ActionCase> {
  const { connectionId = "", domain = "", metadata = "", oidcConnectionId = "" } = ownSso ?? {};
  const here = [organisationId, organisationId, connectionId] as const;
  return {
    [ofOrganisation("createSsoConnection")]: {
      given: [organisationId, organisationId],
      form: { name: "Acme", protocol: "saml" },
      leadsTo: "/sso/*",
    },
    [ofOrganisation("switchSsoConnection")]: { given: [...here, "createsUsers", false] },
    setMemberConnectionRole: { given: [organisationId, connectionId, "developer"] },
    [ofOrganisation("setSsoMetadata")]: { given: [...here], form: { metadata, metadataUrl: "" } },
    [ofOrganisation("setSsoClient")]: {
      given: [organisationId, organisationId, oidcConnectionId],
      form: { issuer: "", clientId: "another", clientSecret: "" },
    },
    [ofOrganisation("addSsoDomain")]: { given: [...here], form: { domain: "added.example" } },
    [ofOrganisation("verifySsoDomain")]: { given: [...here, domain] },
    [ofOrganisation("rotateSsoKey")]: { given: [...here] },
    [ofOrganisation("createSsoSetUpLink")]: { given: [...here] },
  };
}

function webhookCases({ organisationId, projectId, webhook }: ActionTarget): Record<string, ActionCase> {
  const { endpointId = "", deliveryId = "" } = webhook ?? {};
  const here = [organisationId, projectId] as const;
  const form = { url: "https://93.184.216.34/hooks", description: "made here", events: "user.created" };
  return {
    createWebhook: { given: [...here], form },
    updateWebhook: { given: [...here, endpointId], form },
    rotateWebhookSecret: { given: [...here, endpointId] },
    sendTestWebhook: { given: [...here, endpointId] },
    resendWebhook: { given: [...here, deliveryId] },
    switchWebhook: { given: [...here, endpointId, false] },
  };
}

function storageCases({ organisationId, projectId, storage }: ActionTarget): Record<string, ActionCase> {
  const here = [organisationId, projectId] as const;
  const inBucket = [...here, storage?.bucketId ?? ""] as const;
  const form = { maxObjectBytes: "5", allowedTypes: "text/*", cacheSeconds: "60", transforms: "any" };
  return {
    createBucket: {
      given: [...here],
      form: { ...form, name: "made-here" },
      leadsTo: `/projects/${projectId}/storage/*`,
    },
    updateBucket: { given: [...inBucket], form: { ...form, name: "renamed-here" } },
    savePolicy: { given: [...inBucket, [{ prefix: "", allow: ["read"], to: "anyone" }]] },
    moveObject: { given: [...inBucket, "a.txt"], form: { to: "moved.txt" } },
    copyObject: { given: [...inBucket, "b.txt"], form: { to: "copied.txt" } },
    deleteObjects: { given: [...inBucket, { keys: ["b.txt"] }] },
    deleteFolder: { given: [...inBucket, "folder/"] },
  };
}

/** The first makes the function of the others. */
function functionCases({ organisationId, projectId }: ActionTarget): Record<string, ActionCase> {
  const here = [organisationId, projectId] as const;
  const ofFunction = [...here, MADE_FUNCTION] as const;
  const files = { "index.ts": "export default { fetch: () => new Response('made here') };" };
  return {
    createFunction: {
      given: [...here],
      form: { template: "hello", name: MADE_FUNCTION },
      leadsTo: `/projects/${projectId}/functions/${MADE_FUNCTION}`,
    },
    deployFunction: { given: [...ofFunction, { files, entry: "index.ts", message: "made here", replaces: 1 }] },
    rollBackFunction: { given: [...ofFunction, 1] },
    setAccess: { given: [...ofFunction], form: { access: "server", webAddress: "on" } },
    setEgress: { given: [...ofFunction], form: { mode: "list", hosts: "api.stripe.com" } },
    saveSchedules: { given: [...ofFunction, [{ cron: "0 8 * * *", timezone: "UTC", enabled: true }]] },
    setFunctionVariable: { given: [...ofFunction], form: { variable: "MODE", value: "made here" } },
    setFunctionSecret: { given: [...here], form: { name: "MADE_HERE", value: "made here" } },
  };
}

/** The project's database comes first, and a topic's rule before a message to it. */
function realtimeCases({ organisationId, projectId, databaseId }: ActionTarget): Record<string, ActionCase> {
  const here = [organisationId, projectId] as const;
  return {
    chooseDatabase: { given: [...here], form: { databaseId } },
    publishTable: { given: [...here], form: { table: "public.items", audience: "signed-in" } },
    repairTable: { given: [...here, "public.items", "signed-in"] },
    unpublishTable: { given: [...here, "public.items"] },
    saveTopicRules: { given: [...here, [{ pattern: "room:*" }]] },
    openInspection: { given: [...here, { user: null, about: { kind: "topic", topic: "room:1" } }] },
    sendTestMessage: { given: [...here, { topic: "room:1", event: "made", payload: 1 }] },
  };
}

function userOrganisationCases({ organisationId, projectId, userOrganisation }: ActionTarget) {
  const { userOrganisationId = "", memberId = "", invitationId = "" } = userOrganisation ?? {};
  const here = [organisationId, projectId, userOrganisationId] as const;
  const named = { name: "made here", slug: "made-here" };
  const cases: Record<string, ActionCase> = {
    createUserOrganisation: { given: [organisationId, projectId], form: { ...named, owner: "robot@example.com" } },
    updateUserOrganisation: { given: [...here], form: { name: "renamed here", slug: "renamed-here" } },
    addUserOrganisationMember: { given: [...here], form: { user: "third@example.com", role: "member" } },
    setUserOrganisationRole: { given: [...here, memberId, "admin"] },
    cancelUserOrganisationInvitation: { given: [...here, invitationId] },
    removeUserOrganisationMember: { given: [...here, memberId] },
  };
  return cases;
}

function userCases({ organisationId, projectId, userId, sessionId, passkeyId, userInvitationId }: ActionTarget) {
  const here = [organisationId, projectId] as const;
  const user = { email: "ada@example.com", name: "Ada" };
  const cases: Record<string, ActionCase> = {
    createUser: {
      given: [...here],
      form: { ...user, email: "made-here@example.org", password: "" },
      mayLack: ["password"],
      leadsTo: `/projects/${projectId}/users/*`,
    },
    updateUser: { given: [...here, userId], form: { ...user, name: "Named Here" } },
    updateUserMetadata: {
      given: [...here, userId],
      form: { publicMetadata: '{"role":"editor"}', privateMetadata: "{}" },
    },
    inviteUser: {
      given: [...here],
      form: { email: "invited-here@example.org", redirectTo: "", locale: "en" },
    },
    resendUserInvitation: { given: [...here, userInvitationId] },
    revokeUserInvitation: { given: [...here, userInvitationId] },
    requireNewPassword: { given: [...here, userId] },
    createUserSignInLink: { given: [...here, userId] },
    sendProof: { given: [...here, userId, "password-reset"] },
    endUserSession: { given: [...here, userId, sessionId] },
    removeUserPasskey: { given: [...here, userId, passkeyId] },
    removeUserTwoFactor: { given: [...here, userId] },
    endUsersSessions: { given: [...here, [userId]] },
    banUsers: { given: [...here, [userId]], form: { reason: "spam" } },
    unbanUsers: { given: [...here, [userId]] },
    deleteUsers: { given: [...here, [userId]], form: { confirmation: user.email } },
  };
  return cases;
}

function dataCases(target: ActionTarget): Record<string, ActionCase> {
  const { organisationId, databaseId, queryId, changeId, documentId, session } = target;
  const here = [organisationId, databaseId] as const;
  const kept = [...here, "kept"] as const;
  const items = { schema: "public", name: "items" };

  return {
    cancelStatement: { given: [...here, session] },
    endSession: { given: [...here, session] },
    createBranch: { given: [...here], form: { name: "branched here" }, leadsTo: "/databases/*" },
    restoreToTime: { given: [...here], form: { at: IN_BACKUPS, name: "restored here" } },
    revealConnection: { given: [...here] },
    rotateCredential: { given: [...here] },
    openShell: { given: [...here] },
    setSchedule: { given: [...here, "daily"] },
    createQuery: { given: [...here, { name: "made here", text: "select 1" }] },
    updateQuery: { given: [...here, { queryId, name: "renamed here" }] },
    deleteQuery: { given: [...here, queryId] },
    countRows: { given: [...here, { ...items, filters: [] }], isForViewers: true },
    readValue: { given: [...here, { table: items, key: { id: "1" }, column: "name" }], isForViewers: true },
    changeRows: {
      given: [...here, [{ kind: "insert", table: items, values: { id: "9", name: "made here" } }], false],
      optional: [3],
    },
    previewChanges: { given: [...here, [{ kind: "delete", table: items, key: { id: "1" } }]] },
    listDependents: { given: [...here, "public", "items", null], isForViewers: true },
    previewUndo: { given: [...here, changeId] },
    undoChange: { given: [...here, changeId] },
    deleteUndoData: { given: [...here, "week"] },
    createCollection: {
      given: [...here],
      form: { name: "made here" },
      leadsTo: `/databases/${databaseId}/documents/collection?name=made+here`,
    },
    saveDocument: { given: [...kept, { text: '{"made":"here"}' }] },
    readDocument: { given: [...kept, documentId], isForViewers: true },
    countDocuments: { given: [...kept, []], isForViewers: true },
    setJsonSchema: { given: [...kept, '{"type":"object"}'] },
    deleteDocuments: { given: [...kept, [documentId]] },
  };
}

function removals(target: ActionTarget): Record<string, ActionCase> {
  const { organisationId, databaseId, memberId, projectId, webhook, sso, ownSso, userOrganisation, storage } = target;
  const ownConnection = [organisationId, organisationId, ownSso?.connectionId ?? ""] as const;
  const here = [organisationId, databaseId] as const;
  const project = `/projects/${projectId}`;
  return {
    deleteCollection: {
      given: [...here, "kept"],
      form: { confirmation: "kept" },
      leadsTo: `/databases/${databaseId}/documents`,
    },
    removeSenderDomain: { given: [organisationId, projectId] },
    deleteUserOrganisation: {
      given: [organisationId, projectId, userOrganisation?.userOrganisationId ?? ""],
      leadsTo: `${project}/organizations`,
    },
    removeSsoDomain: { given: [organisationId, projectId, sso?.connectionId ?? "", sso?.domain ?? ""] },
    revokeScimToken: {
      given: [organisationId, projectId, sso?.connectionId ?? "", sso?.tokenId ?? ""],
    },
    revokeSsoSetUpLink: { given: [organisationId, projectId, sso?.connectionId ?? ""] },
    endSsoKeyRotation: { given: [organisationId, projectId, sso?.connectionId ?? ""] },
    removeSsoConnection: {
      given: [organisationId, projectId, sso?.connectionId ?? ""],
      leadsTo: `${project}/sso`,
    },
    [ofOrganisation("endSsoKeyRotation")]: { given: [...ownConnection] },
    [ofOrganisation("removeSsoDomain")]: { given: [...ownConnection, ownSso?.domain ?? ""] },
    [ofOrganisation("revokeSsoSetUpLink")]: { given: [...ownConnection] },
    [ofOrganisation("removeSsoConnection")]: { given: [...ownConnection], leadsTo: "/sso" },
    removeWebhook: { given: [organisationId, projectId, webhook?.endpointId ?? ""], leadsTo: `${project}/webhooks` },
    deleteBucket: { given: [organisationId, projectId, storage?.emptyBucketId ?? ""], leadsTo: `${project}/storage` },
    deleteFunctionVariable: { given: [organisationId, projectId, MADE_FUNCTION, "MODE"] },
    deleteFunctionSecret: { given: [organisationId, projectId, "MADE_HERE"] },
    removeFunction: {
      given: [organisationId, projectId, MADE_FUNCTION],
      form: { confirmation: MADE_FUNCTION },
      leadsTo: `${project}/functions`,
    },
    deleteProject: { given: [organisationId, projectId], form: { confirmation: "shop" }, leadsTo: "/projects" },
    deleteDatabase: { given: [...here], form: { confirmation: "main" }, leadsTo: "" },
    bringBackDatabase: { given: [...here], form: { name: "main" } },
    dropDeletedDatabase: { given: [organisationId, target.deletedDatabaseId] },
    transferOwnership: { given: [organisationId, memberId] },
    removeMember: { given: [organisationId, memberId] },
    leave: { given: [organisationId], isForViewers: true, isUnaddressed: true },
    remove: { given: [organisationId], form: { confirmation: "nothing of that name" }, isUnaddressed: true },
  };
}
