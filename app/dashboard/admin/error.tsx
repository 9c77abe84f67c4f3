"use client";

import { PageFailure } from "@/components/dashboard/frame/page-failure";

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <PageFailure error={error} retry={retry} />;
}
