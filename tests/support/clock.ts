/** The service's clock moved to a given moment; it runs on from there. */
import type { TestService } from './service.ts';

export function setClock({ clock }: TestService, moment: string): void {
  clock.ahead = Date.parse(moment) - Date.now();
}

export function serviceNow({ clock }: TestService): number {
  return Date.now() + clock.ahead;
}
