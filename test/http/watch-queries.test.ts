/** The total size of open watch queries is bounded, per user and overall. */
import { describe, expect, it } from 'vitest';
import { maxQueryLength } from '../../runtime/api/query.ts';
import type { ApiRequest, ApiResponse, EventBody, Handler } from '../../runtime/api/request.ts';
import { maxWatchQueries, maxWatchQueriesOfUser, OpenWatches, withWatchBound } from '../../runtime/filters/with-watch-bound.ts';

const streams: Handler = () => ({ status: 200, headers: {}, body: { kind: 'events', start: () => Promise.resolve() } });
const many = 10_000;

function setup() {
	const handler = withWatchBound(new OpenWatches(), many)(streams);
	return (user: string, length: number) =>
		handler({ user: { name: user }, info: { isResource: true, verb: 'watch' }, query: 'x'.repeat(length) } as unknown as ApiRequest) as ApiResponse;
}

const longestOfUser = maxWatchQueriesOfUser / maxQueryLength;

describe('the queries of open watches', () => {
	it('of one user have a share of the bound and count until the watch ends', () => {
		const open = setup();
		const [first] = Array.from({ length: longestOfUser }, () => open('alice', maxQueryLength));
		expect(() => open('alice', 8)).toThrow(
			expect.objectContaining({
				reason: 'TooManyRequests',
				message: `Too many long watch queries of one user: your open ones have ${maxWatchQueriesOfUser} characters, and ${maxWatchQueriesOfUser} are allowed. Please try again later.`,
			}),
		);
		expect(open('bob', maxQueryLength).status).toBe(200);
		const body = first?.body as EventBody;
		body.abandon?.();
		body.abandon?.();
		expect(open('alice', maxQueryLength).status).toBe(200);
		expect(() => open('alice', 8)).toThrow('Too many long watch queries');
	});

	it('of all users have a bound', () => {
		const open = setup();
		for (let i = 0; i < maxWatchQueries / maxQueryLength; i++) open(`user-${Math.floor(i / longestOfUser)}`, maxQueryLength);
		expect(() => open('another', 8)).toThrow(`the open ones have ${maxWatchQueries} characters, and ${maxWatchQueries} are allowed`);
	});

	it('of usual length leave room for the maximum number of watches, also of one user', () => {
		const open = setup();
		for (let i = 0; i < many; i++)
			open('alice', 'watch=1&allowWatchBookmarks=true&resourceVersion=1234567890&fieldSelector=metadata.name%3Dname&timeoutSeconds=500'.length);
		expect(() => open('alice', 8)).toThrow(`Too many watches: ${many} are open`);
	});
});
