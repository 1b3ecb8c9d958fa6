/**
 * Authenticates requests with a list of authenticators. The first valid credential decides; a credential that no authenticator accepts is
 * refused (seed 3, Authentication).
 */
import { ApiError } from '../../api/errors.ts';
import type { User } from '../../api/request.ts';
import type { Authenticate, Claim, Credentials } from './contract.ts';

/** Returns the user of a request. Throws or rejects with ApiError Unauthorized. */
export type Authentication = (request: Credentials) => User | Promise<User>;

export interface AuthenticationParts {
	/** Authenticators in the order they are asked. */
	readonly authenticators: readonly Authenticate[];
	/**
	 * Authenticator for requests without any credential. Undefined: such requests are refused. A request with an invalid credential is
	 * always Unauthorized, never anonymous.
	 */
	readonly anonymous: Authenticate | undefined;
}

export function authentication({ authenticators, anonymous }: AuthenticationParts): Authentication {
	return (request) => {
		let refused = false;
		for (let i = 0; i < authenticators.length; i++) {
			const claim = (authenticators[i] as Authenticate)(request);
			if (claim instanceof Promise) return claim.then((answer) => later(request, answer, i + 1, refused));
			if (claim === 'refused') refused = true;
			else if (claim !== undefined) return claim;
		}
		return unproved(request, refused);
	};

	/** Continues the chain after an authenticator that returned a promise. */
	async function later(request: Credentials, first: Claim, from: number, refusedBefore: boolean): Promise<User> {
		let refused = refusedBefore;
		let claim = first;
		for (let i = from; ; i++) {
			if (claim === 'refused') refused = true;
			else if (claim !== undefined) return claim;
			const next = authenticators[i];
			if (next === undefined) return unproved(request, refused);
			claim = await next(request);
		}
	}

	function unproved(request: Credentials, refused: boolean): User | Promise<User> {
		const claim = refused ? undefined : anonymous?.(request);
		if (claim instanceof Promise) return claim.then(proved);
		return proved(claim);
	}
}

function proved(claim: Claim): User {
	if (claim === undefined || claim === 'refused') throw unauthorized();
	return claim;
}

function unauthorized(): ApiError {
	return new ApiError('Unauthorized', 'Unauthorized');
}
