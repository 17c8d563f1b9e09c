/** One seed for a whole run: a property that does not hold is not tried again with other values, and passed. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['RANDOM_SEED']) });
