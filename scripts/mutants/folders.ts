/** The folders of `src/` whose tests are measured, and the tests that guard each: the quick ones first. */
export const testsOfFolders: Readonly<Record<string, readonly string[]>> = {
  access: [
    'tests/spec/5-authentication.test.ts',
    'tests/spec/4.4-proxy.test.ts',
    'tests/credits/last-credit.test.ts',
    'tests/spec/3-states.test.ts',
  ],
  export: [
    'src/export/',
    'tests/spec/4.6-query-parameters.test.ts',
    'tests/spec/4.2-fetch-export-data.test.ts',
    'tests/documentation.test.ts',
    'tests/spec/4.2-sample-mode.test.ts',
    'tests/export/',
    'tests/spec/4.6-combinations.test.ts',
    'tests/spec/4.6-save.test.ts',
    'tests/spec/8-client-goes-away.test.ts',
    'tests/credits/last-credit.test.ts',
    'tests/spec/7-errors.test.ts',
    'tests/platforms/lost-lists.test.ts',
  ],
  credits: [
    'tests/credits/',
    'tests/spec/2-plans-and-credits.test.ts',
    'tests/spec/8-client-goes-away.test.ts',
  ],
  sql: ['src/sql/', 'tests/spec/4.8-sql-parameter-rules.test.ts', 'tests/sql/'],
  connections: [
    'src/connections/',
    'tests/connections/',
    'tests/spec/5-connections.test.ts',
    'tests/spec/5-connection-commands.test.ts',
    'tests/platforms/',
    'tests/spec/7-errors-of-platforms.test.ts',
    'tests/spec/7-errors-of-every-platform.test.ts',
  ],
  formats: ['src/formats/', 'tests/formats/', 'tests/spec/4.7-output-formats.test.ts'],
};
