/** A button for each platform, which opens the dialog that connects it. */
import { Button, Group, type GroupProps } from '@mantine/core';
import { IconBrandAirtable, IconBrandGoogle, IconBrandNotion } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ConnectDialog } from './connect-dialog.tsx';

const platforms = [
  { id: 'airtable', name: 'Airtable', icon: IconBrandAirtable },
  { id: 'notion', name: 'Notion', icon: IconBrandNotion },
  { id: 'google', name: 'Google', icon: IconBrandGoogle },
] as const;

export function ConnectButtons({ justify = 'flex-start' }: Pick<GroupProps, 'justify'>) {
  const [platform, setPlatform] = useState<(typeof platforms)[number]>(platforms[0]);
  const [isOpen, setIsOpen] = useState(false);
  const navigate = useNavigate();
  return (
    <Group gap="xs" justify={justify}>
      {platforms.map((each) => (
        <Button
          key={each.id}
          variant="default"
          leftSection={<each.icon size={18} />}
          onClick={() => {
            setPlatform(each);
            setIsOpen(true);
          }}
        >
          Connect {each.name}
        </Button>
      ))}
      <ConnectDialog
        platform={platform.id}
        name={platform.name}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        onConnected={({ id }) => navigate({ to: '/connections/$id', params: { id } })}
      />
    </Group>
  );
}
