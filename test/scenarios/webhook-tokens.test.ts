/** Tests a token webhook (seed 3, "Webhook token authentication") that hangs, lies and fails. */
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Loose } from '../setup/loose.ts';
import { call, type ServerProcess, startServer } from '../setup/server.ts';
import { answering, startWebhook, type WebhookServer } from '../setup/webhook.ts';

/** Bound of a wait for the server, for a busy machine. */
const busyMs = 30_000;

const whoami = '/apis/authentication.k8s.io/v1/selfsubjectreviews';
const own = 'https://kubernetes.default.svc.cluster.local';
let webhook: WebhookServer;
beforeAll(async () => {
	webhook = await startWebhook();
});
afterAll(() => webhook.close());

const start = (...flags: readonly string[]) =>
	startServer(inject('built').kubernetes, {
		flags: ['--authorization-mode', 'AlwaysAllow', '--emulated-version', '1.36', '--authentication-token-webhook-config-file', webhook.config, ...flags],
	});

async function shown({ url, credentials }: ServerProcess, token: string): Promise<Loose> {
	const answer = await call(url, { ca: credentials.ca }, 'POST', whoami, {}, { authorization: `Bearer ${token}` });
	return answer.status === 201 ? (answer.json() as Loose).status.userInfo : (answer.status as never);
}

/** Behaviour of a webhook that authenticates tokens beginning with `good`. */
const knowing = (status: object = {}) =>
	answering(200, (review) => {
		const { apiVersion, kind, spec } = review as Loose;
		const user = { username: `user-of-${spec.token}`, uid: '7', groups: ['devs'], extra: { 'example.com/team': ['a', 'b'] } };
		return { apiVersion, kind, status: spec.token.startsWith('good') ? { authenticated: true, user, ...status } : { authenticated: false, error: 'who?' } };
	});

describe.each(['v1', 'v1beta1'])('asked with TokenReview %s', (version) => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await start('--authentication-token-webhook-version', version);
	});
	afterAll(() => server.remove());
	beforeEach(() => webhook.behave(knowing()));

	it('authenticates users and sends the audiences', async () => {
		expect(await shown(server, `good-${version}`)).toEqual({
			username: `user-of-good-${version}`,
			uid: '7',
			groups: ['devs', 'system:authenticated'],
			extra: { 'example.com/team': ['a', 'b'] },
		});
		expect(webhook.asked).toMatchObject([
			{
				client: 'the-server',
				path: '/decide?by=rules',
				review: { apiVersion: `authentication.k8s.io/${version}`, kind: 'TokenReview', spec: { token: `good-${version}`, audiences: [own] } },
			},
		]);
	});

	it('is called once per token, for any answer', async () => {
		for (const token of ['good-again', 'bad-again']) {
			webhook.behave(knowing());
			const seen = await Promise.all([shown(server, token), shown(server, token), shown(server, token)]);
			seen.push(await shown(server, token));
			expect(new Set(seen.map((each) => (typeof each === 'number' ? each : each.username)))).toEqual(
				new Set([token.startsWith('good') ? 'user-of-good-again' : 401]),
			);
			expect(webhook.asked).toHaveLength(1);
		}
	});

	it('returns the audiences of a token', async () => {
		const review = async (token: string, audiences?: readonly string[]) =>
			((await server.call('POST', '/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token, audiences } })).json() as Loose).status;
		webhook.behave(knowing({ audiences: ['vault'] }));
		expect(await review('good-for-vault', ['vault', 'other'])).toMatchObject({ authenticated: true, audiences: ['vault'] });
		expect((webhook.asked[0] as Loose).review.spec.audiences).toEqual(['vault', 'other']);
		expect(await shown(server, 'good-for-vault')).toBe(401);
		webhook.behave(knowing());
		expect(await review('good-for-all')).toMatchObject({ authenticated: true, audiences: [own] });
		expect(await review('good-for-all', ['vault'])).toEqual({ user: {}, error: 'invalid bearer token' });
	});
});

describe('failures', () => {
	let server: ServerProcess;
	beforeAll(async () => {
		server = await start('--authentication-token-webhook-version', 'v1');
	});
	afterAll(() => server.remove());
	const answer = (status: unknown, more: object = {}) =>
		answering(200, () => ({ apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', status, ...more }));
	const good = { authenticated: true, user: { username: 'ann' } };

	it.each([
		['no JSON', answering(200, () => '<html>'), 'response is not JSON'],
		['another kind', answer(good, { kind: 'SubjectAccessReview' }), 'response is not a TokenReview of authentication.k8s.io/v1'],
		['another version', answer(good, { apiVersion: 'authentication.k8s.io/v1beta1' }), 'response is not a TokenReview of authentication.k8s.io/v1'],
		['a list', answering(200, () => '[]'), 'response is not a TokenReview'],
		['no status', answer(undefined), 'response has no status'],
		['a user without a name', answer({ authenticated: true, user: {} }), 'its answer names no user'],
		['no user', answer({ authenticated: true }), 'its answer names no user'],
		['a word for true', answer({ ...good, authenticated: 'true' }), 'is not a boolean'],
		[
			'groups that are none',
			answer({ authenticated: true, user: { username: 'ann', groups: 'system:masters' } }),
			'groups of the response is not a list of strings',
		],
		['extra that is none', answer({ authenticated: true, user: { username: 'ann', extra: { a: 'b' } } }), 'extra of the response is not a list of strings'],
		['audiences that are none', answer({ ...good, audiences: 'x' }), 'audiences of the response is not a list of strings'],
		['a refusal', answering(403, () => 'no'), 'answers with status 403'],
		['an endless answer', answering(200, () => 'x'.repeat(2_000_000)), 'response larger than 1048576 bytes'],
		['a redirect', answering(302, () => '', { location: 'https://elsewhere' }), 'answers with status 302'],
	])('%s authenticates no user and is logged without the token', async (what, behaviour, sentence) => {
		webhook.behave(behaviour);
		const token = `good-secret-${what.replaceAll(' ', '-')}`;
		expect(await shown(server, token)).toBe(401);
		await vi.waitFor(() => expect(server.log()).toContain(sentence), { timeout: busyMs });
		expect(server.log()).not.toContain(token);
		// A failed call is no answer and is not cached.
		webhook.behave(knowing());
		expect(await shown(server, token)).toMatchObject({ username: `user-of-${token}` });
	});

	const review = (status: string) => answering(200, () => `{"apiVersion":"authentication.k8s.io/v1","kind":"TokenReview","status":${status}}`);
	it.each<readonly [string, string, object | number]>([
		['a name behind another', '{"authenticated":true,"user":{"username":"root","username":"ann"}}', { username: 'ann' }],
		['a no behind a yes', '{"authenticated":true,"user":{"username":"ann"},"authenticated":false}', 401],
		['a user as what objects inherit', '{"authenticated":true,"user":{"__proto__":{"username":"root"}}}', 401],
		['a yes as what objects inherit', '{"__proto__":{"authenticated":true},"user":{"username":"ann"}}', 401],
		['a status as what objects inherit', '{"constructor":{"authenticated":true}}', 401],
		[
			'groups as what objects inherit',
			'{"authenticated":true,"user":{"username":"ann","__proto__":{"groups":["system:masters"]}}}',
			{ username: 'ann', groups: ['system:authenticated'] },
		],
		[
			'more under such a name',
			'{"authenticated":true,"user":{"username":"ann","extra":{"__proto__":["a"],"constructor":["b"]}}}',
			{ username: 'ann', groups: ['system:authenticated'], extra: JSON.parse('{"__proto__":["a"],"constructor":["b"]}') },
		],
		['groups in a list of a list', '{"authenticated":true,"user":{"username":"ann","groups":[["system:masters"]]}}', 401],
		['a number as a name', '{"authenticated":true,"user":{"username":1e999}}', 401],
	])('%s has the usual meaning', async (what, status, user) => {
		webhook.behave(review(status));
		const seen = await shown(server, `good-odd-${what.replaceAll(' ', '-')}`);
		if (typeof user === 'number') expect(seen).toBe(user);
		else expect(seen).toEqual({ groups: ['system:authenticated'], ...user });
	});

	it.each([301, 302, 303, 307, 308])('a redirect with %i is not followed, and no other endpoint receives the token', async (status) => {
		webhook.behave((_, request, response) => {
			if (request.url === '/decide?by=rules') response.writeHead(status, { location: `${webhook.origin}/planted` }).end();
			else answer(good)(_, request, response);
		});
		expect(await shown(server, `good-redirected-${status}`)).toBe(401);
		expect(webhook.asked.map(({ path }) => path)).toEqual(['/decide?by=rules']);
	});

	it('a hanging webhook delays no other request', async () => {
		let release = (): void => undefined;
		webhook.behave((_review, _request, response) => {
			release = () => void response.destroy();
		});
		const hanging = shown(server, 'good-hanging');
		await vi.waitFor(() => expect(webhook.asked).toHaveLength(1), { timeout: busyMs });
		expect((await server.call('GET', '/api/v1/namespaces')).status).toBe(200);
		webhook.behave(knowing());
		expect(await shown(server, 'good-other')).toMatchObject({ username: 'user-of-good-other' });
		release();
		// The server repeats a call that broke off.
		expect(await hanging).toMatchObject({ username: 'user-of-good-hanging' });
	});

	it('a token that is much too long causes no webhook call', async () => {
		webhook.behave(knowing());
		expect(await shown(server, `good${'x'.repeat(100_000)}`)).toBe(401);
		expect(webhook.asked).toEqual([]);
	});
});

it('answers expire after --authentication-token-webhook-cache-ttl', async () => {
	const server = await start('--authentication-token-webhook-cache-ttl', '0s');
	webhook.behave(knowing());
	await shown(server, 'good-once');
	await shown(server, 'good-once');
	expect(webhook.asked).toHaveLength(2);
	await server.remove();
});
