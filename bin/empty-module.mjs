// Stands in for "server-only", which refuses to be loaded outside of Next.
export {};
