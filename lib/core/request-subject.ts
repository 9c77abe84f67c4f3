/** The facts about a request that the log of its project has. None of them is a secret. */
export interface RequestSubject {
  projectId?: string;
  databaseId?: string;
  functionName?: string;
  invocationId?: string;
  userId?: string;
  keyId?: string;
}

/** Adds facts to the subject of a request. Work without a request has no subject. */
export function noteSubject(ctx: { subject?: RequestSubject }, facts: RequestSubject): void {
  if (ctx.subject) Object.assign(ctx.subject, facts);
}
