/** What the actions of a test are done to, all of one organisation. */
export interface ActionTarget {
  organisationId: string;
  databaseId: string;
  /** A developer beside those who act. */
  memberId: string;
  invitationId: string;
  keyId: string;
  projectId: string;
  deletedProjectId: string;
  projectKeyId: string;
  testTokenId: string;
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

export interface ActionCase {
  /** Arguments that the action accepts, the organisation's id first. */
  given: unknown[];
  /** The fields of its form, which comes after the arguments and the state before it. */
  form?: Record<string, string>;
  /** Places of arguments that may be left out. */
  optional?: readonly number[];
  /** Belongs to the account, so it names no organisation. */
  isOfAccount?: true;
  /** A viewer may do it. */
  isForViewers?: true;
  /** Names nothing but the organisation. */
  isUnaddressed?: true;
}

/** A call of each server action that does what it is for; what removes comes last. */
export function actionCases(target: ActionTarget): Record<string, ActionCase> {
  return {
    ...accountCases(target),
    ...organisationCases(target),
    ...projectCases(target),
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
    createDatabase: { given: [own], form: { name: "made here" }, isUnaddressed: true },
  };
}

function projectCases({ organisationId, projectId, deletedProjectId, projectKeyId, testTokenId }: ActionTarget) {
  const here = [organisationId, projectId] as const;
  const cases: Record<string, ActionCase> = {
    createProject: { given: [organisationId], form: { name: "made here" }, isUnaddressed: true },
    renameProject: { given: [...here], form: { name: "shop" } },
    allowOrigin: { given: [...here], form: { origin: "https://made-here.example" } },
    saveProjectSettings: { given: [...here, { password: { minLength: 12 } }] },
    restoreProject: { given: [organisationId, deletedProjectId] },
    createGuideKey: { given: [...here, "made here"] },
    createProjectKey: { given: [...here, "server"], form: { name: "made here", scope: "read", days: "30" } },
    revokeProjectKey: { given: [...here, "public", projectKeyId] },
    switchTestTokens: { given: [...here, true] },
    createTestToken: { given: [...here], form: { email: "made-here@example.com", ttlSeconds: "60" } },
    revokeTestToken: { given: [...here, testTokenId] },
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
    createBranch: { given: [...here], form: { name: "branched here" } },
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
    createCollection: { given: [...here], form: { name: "made here" } },
    saveDocument: { given: [...kept, { text: '{"made":"here"}' }] },
    readDocument: { given: [...kept, documentId], isForViewers: true },
    countDocuments: { given: [...kept, []], isForViewers: true },
    setJsonSchema: { given: [...kept, '{"type":"object"}'] },
    deleteDocuments: { given: [...kept, [documentId]] },
  };
}

function removals({ organisationId, databaseId, memberId, projectId }: ActionTarget): Record<string, ActionCase> {
  const here = [organisationId, databaseId] as const;
  return {
    deleteCollection: { given: [...here, "kept"], form: { confirmation: "kept" } },
    deleteProject: { given: [organisationId, projectId], form: { confirmation: "shop" } },
    deleteDatabase: { given: [...here], form: { confirmation: "main" } },
    transferOwnership: { given: [organisationId, memberId] },
    removeMember: { given: [organisationId, memberId] },
    leave: { given: [organisationId], isForViewers: true, isUnaddressed: true },
    remove: { given: [organisationId], form: { confirmation: "nothing of that name" }, isUnaddressed: true },
  };
}
