import { SERVICE } from "@/lib/core/service";

/** The braces keep the keys of one project together, where Redis is a cluster. */
export function prefixOf(projectId: string): string {
  return `${SERVICE.slug}:topics:{${projectId}}:`;
}

export function stateOf(projectId: string, topic: string): string {
  return `${prefixOf(projectId)}state:${topic}`;
}

export function streamOf(projectId: string, topic: string): string {
  return `${prefixOf(projectId)}stream:${topic}`;
}

export function membersOf(projectId: string, topic: string): string {
  return `${prefixOf(projectId)}members:${topic}`;
}

export function leaseOf(processId: string): string {
  return `${SERVICE.slug}:realtime:process:${processId}`;
}
