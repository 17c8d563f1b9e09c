/** What is wrong with a choice on a platform, in words of the dashboard. */
import { ServiceError } from '../../errors/errors.ts';
import { inputRefused } from '../../errors/refused-error.ts';
import { PlatformRefusal } from '../../platform/platform-request.ts';
import { ChoiceError } from '../../sources/source.ts';

export async function explainingChoice<T>(choose: () => Promise<T>): Promise<T> {
  try {
    return await choose();
  } catch (error) {
    if (error instanceof ChoiceError)
      throw inputRefused(`The ${wordOf(error.part)} ${error.message}`, error.part);
    if (error instanceof PlatformRefusal)
      throw new ServiceError('sourceUnavailable', { data: error.message, cause: error });
    throw error;
  }
}

const wordOf = (part: string): string => (part === 'fields' ? 'list of fields' : part);
