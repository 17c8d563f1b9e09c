/** The database that those of the tests on PostgreSQL are copies of: the schema is made once. */
export const templateDatabase = 'tablecast_template';
