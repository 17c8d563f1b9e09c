/** Schedules are for paid plans: what is needed, and the way there, before anything is filled in. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';

export function PaidPlanNeeded({ reason }: { readonly reason: string }) {
  return (
    <EmptyState title="Choose a plan to use schedules" text={reason}>
      <Button component={Link} to="/plans">
        See the plans
      </Button>
    </EmptyState>
  );
}
