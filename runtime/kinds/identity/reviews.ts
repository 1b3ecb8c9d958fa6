/**
 * Identity reviews: the owner of a token according to the server's authenticators, and the caller's own identity (seed 3,
 * "Authentication").
 */
import type { Hooks } from '../../../generated/hooks.ts';
import type { UserInfo } from '../../../generated/types/authentication/v1.ts';
import { ApiError } from '../../api/errors.ts';
import type { User } from '../../api/request.ts';

export function identityReviewHooks() {
	const token: NonNullable<Hooks['authentication/tokenreviews']> = {
		computes: {
			async ''({ object, tokens }) {
				const { token = '', audiences = [] } = object.spec;
				if (token === '') throw new ApiError('BadRequest', 'token is required for TokenReview in authentication');
				// A token for other audiences has no owner here, so that it does not appear valid.
				const owner = await tokens.userOf(token, audiences);
				if (owner === undefined) return { ...object, status: { user: {}, error: 'invalid bearer token' } };
				return { ...object, status: { authenticated: true, user: infoOf(owner.user), audiences: [...owner.audiences] } };
			},
		},
	};
	const self: NonNullable<Hooks['authentication/selfsubjectreviews']> = {
		computes: {
			// The response has no field of the request.
			'': ({ user, now }) => ({ metadata: { creationTimestamp: now }, status: { userInfo: infoOf(user) } }),
		},
	};
	return { token, self };
}

function infoOf({ name, uid, groups, extra }: User): UserInfo {
	const more = Object.entries(extra).map(([key, values]): [string, string[]] => [key, [...values]]);
	return { username: name, uid, groups: [...groups], ...(more.length > 0 && { extra: Object.fromEntries(more) }) };
}
