/** The short form of `postgres-network.ts`. */
import { postgresNetwork } from './postgres-network.ts';
import { itHolds } from './short-form.ts';

itHolds('two replicas go on by themselves when the network was cut', postgresNetwork, 2);
