/** Returns the address of a page that end users of a project sign in on, such as `forgot-password`. */
export function hostedPageAddress({ baseUrl }: { baseUrl: string }, projectId: string, page: string): string {
  return `${baseUrl}/auth/${projectId}/${page}`;
}
