/** Customers and prices of the emulated Stripe. */
import { z } from 'zod';
import { StripeRefusal } from './stripe-error.ts';
import { type FormValue, formFlag, formMetadata, formNumber, parameters } from './stripe-form.ts';
import type { Customer, Price } from './stripe-objects.ts';
import type { StripeWorld } from './stripe-world.ts';

const customerParameters = z.strictObject({
  email: z.string().optional(),
  metadata: formMetadata.default({}),
});

export function createCustomer(world: StripeWorld, form: FormValue): Customer {
  const { email, metadata } = parameters(customerParameters, form);
  const customer: Customer = {
    id: world.id('cus'),
    object: 'customer',
    created: world.now,
    email: email ?? null,
    livemode: false,
    metadata,
  };
  world.customers.set(customer.id, customer);
  world.tell('customer.created', customer);
  return customer;
}

const priceParameters = z.strictObject({
  currency: z.string(),
  unit_amount: formNumber,
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
  lookup_key: z.string().optional(),
  product_data: z.strictObject({ name: z.string() }),
  metadata: formMetadata.default({}),
});

export function createPrice(world: StripeWorld, form: FormValue): Price {
  const given = parameters(priceParameters, form);
  const { currency, unit_amount, recurring, lookup_key = null, product_data, metadata } = given;
  if (lookup_key !== null && withLookupKeys(world, [lookup_key]).length > 0) {
    throw new StripeRefusal(
      'invalid',
      `A price (\`${withLookupKeys(world, [lookup_key])[0]?.id}\`) already uses that lookup key.`,
      { param: 'lookup_key' },
    );
  }
  const product = world.id('prod');
  world.products.set(product, {
    id: product,
    object: 'product',
    active: true,
    created: world.now,
    name: product_data.name,
  });
  const price: Price = {
    id: world.id('price'),
    object: 'price',
    active: true,
    created: world.now,
    currency,
    livemode: false,
    lookup_key,
    metadata,
    product,
    recurring: { ...recurring, interval_count: 1 },
    type: 'recurring',
    unit_amount,
  };
  world.prices.set(price.id, price);
  return price;
}

const listParameters = z.strictObject({
  lookup_keys: z.array(z.string()).max(10),
  active: formFlag.optional(),
  limit: formNumber.optional(),
});

export function listPrices(world: StripeWorld, form: FormValue): object {
  const { lookup_keys, limit = 10 } = parameters(listParameters, form);
  const found = withLookupKeys(world, lookup_keys);
  const data = found.slice(0, limit);
  return { object: 'list', data, has_more: found.length > data.length, url: '/v1/prices' };
}

function withLookupKeys(world: StripeWorld, keys: readonly string[]): Price[] {
  return [...world.prices.values()].filter(
    ({ lookup_key }) => lookup_key !== null && keys.includes(lookup_key),
  );
}
