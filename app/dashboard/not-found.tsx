import { Container } from "@mantine/core";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <Container component="main" id="main" size="sm" py="xl">
      <EmptyState
        level={1}
        title="Page not found"
        text={
          <>
            It may have been deleted, or you may not have access. <a href="/dashboard">Go to the dashboard</a>
          </>
        }
      />
    </Container>
  );
}
