/** Pages and actions that the finder knows by itself. */

export const places = [
  { label: 'Endpoints', kind: 'Page', to: '/' },
  { label: 'Schedules', kind: 'Page', to: '/schedules' },
  { label: 'Connections', kind: 'Page', to: '/connections' },
  { label: 'Usage', kind: 'Page', to: '/usage' },
  { label: 'Bin', kind: 'Page', to: '/bin' },
  { label: 'Account', kind: 'Page', to: '/account' },
  { label: 'Plans', kind: 'Page', to: '/plans' },
  { label: 'Create endpoint', kind: 'Action', to: '/new' },
  { label: 'Create schedule', kind: 'Action', to: '/schedules/new' },
] as const;

export const administratorPlaces = [
  { label: 'Overview', kind: 'Page', to: '/admin' },
  { label: 'Accounts', kind: 'Page', to: '/admin/accounts' },
  { label: 'Mail', kind: 'Page', to: '/admin/mail' },
  { label: 'Audit log', kind: 'Page', to: '/admin/audit' },
  { label: 'System', kind: 'Page', to: '/admin/system' },
] as const;
