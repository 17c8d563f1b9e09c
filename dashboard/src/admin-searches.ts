/** What the addresses of administrators' pages carry after their `?`. */
import { pageIn, type Search, textIn, wordIn } from './search-parameters.ts';

const accountOrders = ['email', 'created', 'credits', 'last visit'] as const;
type AccountOrder = (typeof accountOrders)[number];
const mailStates = ['waiting', 'sent', 'given up'] as const;
type MailState = (typeof mailStates)[number];

export const adminAccountsSearch = (
  search: Search,
): { search?: string; sort?: AccountOrder; page?: number; account?: string } => ({
  ...textIn(search, 'search'),
  ...wordIn(search, 'sort', accountOrders),
  ...pageIn(search),
  ...textIn(search, 'account'),
});

export const adminMailSearch = (
  search: Search,
): { search?: string; state?: MailState; page?: number; mail?: string } => ({
  ...textIn(search, 'search'),
  ...wordIn(search, 'state', mailStates),
  ...pageIn(search),
  ...textIn(search, 'mail'),
});

export const adminAuditSearch = (search: Search): { account?: string; action?: string; before?: string } => ({
  ...textIn(search, 'account'),
  ...textIn(search, 'action'),
  ...textIn(search, 'before'),
});
