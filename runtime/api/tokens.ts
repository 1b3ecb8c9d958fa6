/** How anybody asks whose a bearer token is. Who answers is in `auth/authn`. */
import type { User } from './request.ts';

export interface Tokens {
	/** As if a request had shown it, and nothing else; undefined: nobody's. */
	userOf(token: string): Promise<User | undefined>;
}
