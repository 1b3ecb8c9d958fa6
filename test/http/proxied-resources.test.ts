/** Resources of aggregated servers in aggregated discovery. */
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiRequest, ApiResponse } from '../../runtime/api/request.ts';
import { ProxiedResources } from '../../runtime/http/endpoints/proxied-resources.ts';

const asker = { user: { name: 'jo', uid: '', groups: [], extra: {} }, peer: undefined } as unknown as ApiRequest;
const clouds = JSON.stringify({ resources: [{ name: 'clouds', kind: 'Cloud', namespaced: false, verbs: ['get'] }, null, { name: 7 }] });
const answer = (body: ApiResponse['body'], status = 200): ApiResponse => ({ status, headers: {}, body });

describe('the resources of another server', () => {
	let nowMs = 0;
	beforeEach(() => {
		vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
	});
	afterEach(() => vi.restoreAllMocks());

	it.each([
		['a text', () => answer(clouds)],
		['pieces', () => answer([Buffer.from(clouds.slice(0, 9)), Buffer.from(clouds.slice(9))])],
		['a stream', () => Promise.resolve(answer(Readable.from([Buffer.from(clouds)])))],
	])('are read from %s as the requesting user', async (_, proxy) => {
		const asked: string[] = [];
		const resources = new ProxiedResources(
			new Map([
				[
					'weather',
					(request: ApiRequest) => {
						asked.push(`${request.method} ${request.path} ${request.user.name}`);
						return proxy();
					},
				],
			]),
		);
		expect(await resources.of(asker, 'weather', 'v1')).toEqual([
			{ resource: 'clouds', responseKind: { group: 'weather', version: 'v1', kind: 'Cloud' }, scope: 'Cluster', singularResource: '', verbs: ['get'] },
		]);
		expect(asked).toEqual(['GET /apis/weather/v1 jo']);
	});

	it.each([
		['refuses', () => answer('', 503)],
		['says nonsense', () => answer('nonsense')],
		['says what is no list', () => answer('{"resources":{}}')],
		['fails', () => Promise.reject(new Error('away'))],
		[
			'throws',
			() => {
				throw new Error('away');
			},
		],
	])('are unknown when it %s, and asked for again', async (_, proxy) => {
		const asked = vi.fn(proxy);
		const resources = new ProxiedResources(new Map([['weather', asked]]));
		for (let i = 0; i < 2; i++) expect(await resources.of(asker, 'weather', 'v1')).toBeUndefined();
		expect(asked).toHaveBeenCalledTimes(2);
	});

	it('are kept for a minute', async () => {
		const asked = vi.fn(() => answer(clouds));
		const resources = new ProxiedResources(new Map([['weather', asked]]));
		await Promise.all([1, 2].map(() => resources.of(asker, 'weather', 'v1')));
		nowMs = 59_000;
		await resources.of(asker, 'weather', 'v1');
		expect(asked).toHaveBeenCalledTimes(1);
		nowMs = 61_000;
		await resources.of(asker, 'weather', 'v1');
		expect(asked).toHaveBeenCalledTimes(2);
	});
});
