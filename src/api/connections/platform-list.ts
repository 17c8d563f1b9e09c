/** The platforms: how each is connected, and what is chosen on it. */
import { choiceOfPlatform, platformNames, platformOf } from '../../connections/platforms.ts';
import type { Handler } from '../api.ts';

export const listPlatforms: Handler<'GET /api/platforms'> = async ({ context: { config } }) => ({
  platforms: platformNames.map((id) => {
    const { name, oauth, token } = platformOf(id);
    return {
      id,
      name,
      hasOauth: oauth !== undefined && oauth.client(config).id !== '',
      token: token === undefined ? null : { steps: [...token.steps], address: token.address },
      steps: choiceOfPlatform(id).steps.map(({ part, label, isOptional, paste }) => ({
        part,
        label,
        isOptional,
        paste,
      })),
    };
  }),
});
