/** Profile and plan, password, sessions, API keys, what was done lately, the end of the account. */
import { Page } from '../components/page.tsx';
import { Panel } from '../components/panel.tsx';
import { useApi } from '../use-api.ts';
import { ApiKeys } from './account/api-keys.tsx';
import { ChangePassword } from './account/change-password.tsx';
import { DeleteAccount } from './account/delete-account.tsx';
import { FirstPassword } from './account/first-password.tsx';
import { MailChoices } from './account/mail-choices.tsx';
import { Profile } from './account/profile.tsx';
import { RecentActivity } from './account/recent-activity.tsx';
import { Sessions } from './account/sessions.tsx';

export function AccountPage() {
  const account = useApi('GET /api/account', {});
  return (
    <Page title="Account">
      <Panel query={account} failed="The account could not be loaded">
        {(data) => (
          <>
            {!data.hasPassword && <FirstPassword email={data.email} isLocal={data.isLocal} />}
            <Profile account={data} />
            {data.hasPassword && <ChangePassword email={data.email} />}
            <MailChoices />
            <Sessions />
            <ApiKeys />
            <RecentActivity />
            <DeleteAccount email={data.email} />
          </>
        )}
      </Panel>
    </Page>
  );
}
