"use client";

import { PageFailure } from "@/components/dashboard/page-failure";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageFailure error={error} retry={retry} />;
}
