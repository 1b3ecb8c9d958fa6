/** EventRateLimit: buckets, configuration, and the refusals. */
import { describe, expect, it } from 'vitest';
import { vocabulary } from '../../../generated/vocabulary.ts';
import type { AdmissionContext, AdmissionRequest } from '../../../runtime/admission/contract.ts';
import { Buckets } from '../../../runtime/admission/plugins/event-rate-limit/buckets.ts';
import { type Limit, limitsSection } from '../../../runtime/admission/plugins/event-rate-limit/configuration.ts';
import { eventRateLimit } from '../../../runtime/admission/plugins/event-rate-limit/event-rate-limit.ts';

const limit = (type: Limit['type'], burst: number, cacheSize = 10): Limit => ({ type, qps: 2, burst, cacheSize });

describe('a bucket', () => {
	it('gives its burst at once, then refills at its rate, however often it refuses', () => {
		const buckets = new Buckets(limit('Server', 2));
		expect([0, 0, 0, 100, 200, 300, 400, 500, 600].map((atMs) => buckets.take('', atMs))).toEqual([true, true, false, false, false, false, false, true, false]);
	});

	it('begins full again after others have displaced it', () => {
		const buckets = new Buckets(limit('User', 1, 2));
		expect(['a', 'a', 'b', 'c', 'a'].map((key) => buckets.take(key, 0))).toEqual([true, false, true, true, true]);
	});
});

const request = (name: string, more: object = {}) =>
	({
		kind: { storageName: 'events' },
		subresource: '',
		namespace: 'default',
		user: { name: 'jane' },
		dryRun: false,
		object: { involvedObject: { kind: 'Pod', namespace: 'default', name, uid: 'u', apiVersion: 'v1' }, source: { component: 'c', host: 'h' } },
		...more,
	}) as object as AdmissionRequest;

async function answers(limits: readonly Limit[], requests: readonly AdmissionRequest[]): Promise<readonly string[]> {
	const { validate } = await eventRateLimit.start({ configuration: limits } as AdmissionContext<readonly Limit[]>);
	return requests.map((each) => {
		try {
			void validate?.(each);
			return 'allowed';
		} catch (error) {
			const { code, message } = error as { readonly code: number; readonly message: string };
			return `${code} ${message}`;
		}
	});
}

describe('events beyond the limit', () => {
	it.each<readonly [Limit['type'], string]>([
		['Server', ''],
		['Namespace', 'default'],
		['User', 'jane'],
		['SourceAndObject', 'chPoddefaultauv1'],
	])('of type %s are refused', async (type, key) => {
		expect(await answers([limit(type, 1)], [request('a'), request('a')])).toEqual([
			'allowed',
			`429 Too many requests: limit reached on type ${type} for key ${key}`,
		]);
	});

	it('of several types are refused with all of them', async () => {
		expect(await answers([limit('Server', 1), limit('User', 1)], [request('a'), request('b')])).toEqual([
			'allowed',
			'429 Too many requests: [limit reached on type Server for key , limit reached on type User for key jane]',
		]);
	});

	it('of another key are allowed, and so are dry runs', async () => {
		const dry = request('a', { dryRun: true });
		expect(await answers([limit('SourceAndObject', 1)], [request('a'), request('b'), dry])).toEqual(['allowed', 'allowed', 'allowed']);
	});
});

describe('the configuration', () => {
	const context = { vocabulary, release: '1.25', folder: '/' };
	it('has limits', () => {
		const limits = [{ type: 'User', qps: 1, burst: 2 }];
		expect(limitsSection.read({ limits }, '', context)).toEqual([{ type: 'User', qps: 1, burst: 2, cacheSize: 4096 }]);
	});

	it.each([
		[{ limits: [] }, 'limits: expected a list with at least one entry'],
		[{ limits: [{ type: 'Host', qps: 1, burst: 1 }] }, 'limits[0].type: expected one of Server, Namespace, User, SourceAndObject'],
		[{ limits: [{ type: 'User', burst: 1 }] }, 'limits[0].qps: expected a whole number from 1 to 2147483647'],
		[{ limits: [{ type: 'User', qps: 1, burst: 1, cacheSize: -1 }] }, 'limits[0].cacheSize: expected a whole number from 0 to 2147483647'],
	])('%j is refused', (section, message) => {
		expect(() => limitsSection.read(section, '', context)).toThrow(message);
	});

	it('is required', () => {
		expect(() => eventRateLimit.start({ configuration: undefined } as AdmissionContext<readonly Limit[]>)).toThrow(
			'admission plugin EventRateLimit has no limits: configure them with --admission-control-config-file',
		);
	});
});
