/** The one button that repairs a problem. */
import { ButtonLink } from '../../components/links.tsx';
import type { Repair } from './repair-link.tsx';
import { ResumeButton } from './resume-button.tsx';

interface RepairButtonProps {
  readonly repair: Repair;
  readonly endpointId: string;
  readonly endpointName: string;
}

export function RepairButton({ repair, endpointId, endpointName }: RepairButtonProps) {
  const { place, label, connectionId } = repair;
  if (place === 'resume')
    return <ResumeButton endpointId={endpointId} endpointName={endpointName} size="xs" />;
  if (place === 'plans')
    return (
      <ButtonLink to="/plans" size="xs">
        {label}
      </ButtonLink>
    );
  if (place === 'columns')
    return (
      <ButtonLink to="/endpoints/$id/settings" params={{ id: endpointId }} size="xs">
        {label}
      </ButtonLink>
    );
  if (connectionId === null)
    return (
      <ButtonLink to="/connections" size="xs">
        {label}
      </ButtonLink>
    );
  return (
    <ButtonLink to="/connections/$id" params={{ id: connectionId }} size="xs">
      {label}
    </ButtonLink>
  );
}
