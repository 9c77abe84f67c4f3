export function hostedPageAddress({ baseUrl }: { baseUrl: string }, projectId: string, page: string): string {
  return `${baseUrl}/auth/${projectId}/${page}`;
}
