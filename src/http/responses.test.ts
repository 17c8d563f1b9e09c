import { expect, test } from 'vitest';
import { ServiceError } from '../errors/errors.ts';
import { errorBody } from './responses.ts';

test('the body of an error has a largest size, whatever it quotes', () => {
  const long = 'x'.repeat(10_000_000);
  const error = new ServiceError('platformRateLimit', {
    placeholders: { code: long },
    data: long,
    advice: long,
  });
  expect(JSON.stringify(errorBody(error, 'http://docs')).length).toBeLessThan(60_000);
  const quoted = 'y'.repeat(16_000);
  expect(errorBody(new ServiceError('sqlInvalid', { data: quoted }), 'http://docs')).toMatchObject({
    data: quoted,
  });
});
