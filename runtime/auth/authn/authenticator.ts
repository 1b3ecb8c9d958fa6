/** Who asks: the first credential that holds decides; a token that holds nowhere is refused, none at all is anonymous (seed 3, Authentication). */
import { ApiError } from '../../api/errors.ts';
import type { ApiRequest, User } from '../../api/request.ts';
import { anonymous } from '../identity.ts';
import { bearerToken } from './bearer.ts';
import type { TokenLookup } from './static-tokens.ts';

/** Throws ApiError Unauthorized. */
export type Authenticator = (request: ApiRequest) => User;

export interface AuthenticatorOptions {
	/** In the order in which they are asked. */
	readonly tokens: readonly TokenLookup[];
	/** `--anonymous-auth`. */
	readonly anonymous: boolean;
}

export function authenticator({ tokens, anonymous: allowAnonymous }: AuthenticatorOptions): Authenticator {
	return (request) => {
		if (request.clientUser !== undefined) return request.clientUser;
		const token = bearerToken(request.header('authorization'));
		if (token === undefined) {
			// Who shows a wrong credential is told so, rather than that nobody may do this.
			if (allowAnonymous && request.clientRefused !== true) return anonymous;
			throw unauthorized();
		}
		for (const lookup of tokens) {
			const user = lookup(token);
			if (user !== undefined) return user;
		}
		throw unauthorized();
	};
}

export function unauthorized(): ApiError {
	return new ApiError('Unauthorized', 'Unauthorized');
}
