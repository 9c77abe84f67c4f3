interface Place {
  organisationId: string;
  projectId?: string;
  databaseId?: string;
}

/** Returns the address of the first page of an organisation, or of a project or database in it. */
export function placeAddress({ organisationId, projectId, databaseId }: Place): string {
  const home = `/dashboard/${organisationId}`;
  if (projectId !== undefined) return `${home}/projects/${projectId}`;
  return databaseId === undefined ? home : `${home}/databases/${databaseId}`;
}
