/**
 * Tests writes that wait in admission during a swap. A newer snapshot may write fields of the object that the earlier one does not know;
 * they must survive the waiting write.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { makeServing, type Serving } from '../../runtime/serving/serving.ts';
import type { Loose } from '../setup/loose.ts';
import type { Answer } from '../setup/server.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';
import { everyCatalog, firstVariant, group, servingOf, type Variant } from './swaps/variant.ts';

const widgets = `/apis/${group}/v1/namespaces/default/widgets`;
const type = (contentType: string) => ({ 'content-type': contentType });
const merge = type('application/merge-patch+json');
const json = type('application/json');

/** Holds the next write of a resource in admission until it is released; controllers write other resources meanwhile. */
class Pause {
	readonly #resource: string;
	#arrived: (() => void) | undefined;
	#wait: Promise<void> | undefined;

	readonly plugin: AdmissionPlugin = {
		name: 'Pause',
		onByDefault: { from: '1.0' },
		operations: ['UPDATE', 'DELETE'],
		start: () => ({
			mutate: ({ resource }) => {
				if (resource !== this.#resource) return undefined;
				const arrived = this.#arrived;
				this.#arrived = undefined;
				arrived?.();
				return arrived && this.#wait;
			},
		}),
	};

	constructor(resource = 'widgets') {
		this.#resource = resource;
	}

	/** Runs `meanwhile` while the write that `begin` starts is held. */
	async during(begin: () => Promise<Answer>, meanwhile: () => Promise<void>): Promise<Answer> {
		const arrived = Promise.withResolvers<void>();
		const { promise, resolve } = Promise.withResolvers<void>();
		this.#arrived = arrived.resolve;
		this.#wait = promise;
		const answer = begin();
		await Promise.race([arrived.promise, answer]);
		await meanwhile();
		resolve();
		return answer;
	}
}

const earlier: Variant = { ...firstVariant, hasNote: false };

interface Case {
	readonly name: string;
	readonly method: string;
	readonly path: string;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	/** Expected spec at the end, without the colour. */
	readonly spec: object;
	readonly phase?: string;
	readonly isDeleting?: true;
}

const one = `${widgets}/w`;
const written = { team: 'b', note: 'written meanwhile' };
const put = { metadata: { name: 'w' }, spec: { look: { colour: 'red' }, team: 'c', note: 'sent' } };

const cases: readonly Case[] = [
	{ name: 'a merge patch', method: 'PATCH', path: one, body: { spec: { size: 3 } }, headers: merge, spec: { ...written, size: 3 } },
	{
		name: 'a JSON patch',
		method: 'PATCH',
		path: one,
		body: [{ op: 'add', path: '/spec/size', value: 3 }],
		headers: type('application/json-patch+json'),
		spec: { ...written, size: 3 },
	},
	{
		name: 'a strategic merge patch',
		method: 'PATCH',
		path: one,
		body: { spec: { size: 3 } },
		headers: type('application/strategic-merge-patch+json'),
		spec: { ...written, size: 3 },
	},
	{
		name: 'a patch through another version',
		method: 'PATCH',
		path: one.replace('/v1/', '/v1beta1/'),
		body: { spec: { size: 3 } },
		headers: merge,
		spec: { ...written, size: 3 },
	},
	{ name: 'a PUT that says the new field', method: 'PUT', path: one, body: put, headers: json, spec: { team: 'c', note: 'sent' } },
	{
		name: 'a patch of the status',
		method: 'PATCH',
		path: `${one}/status`,
		body: { status: { phase: 'late' } },
		headers: merge,
		spec: written,
		phase: 'late',
	},
	{ name: 'a scale', method: 'PATCH', path: `${one}/scale`, body: { spec: { replicas: 3 } }, headers: merge, spec: { ...written, size: 3 } },
	{ name: 'a delete that waits for a finalizer', method: 'DELETE', path: one, spec: written, isDeleting: true },
	{ name: 'a delete of the collection', method: 'DELETE', path: widgets, spec: written, isDeleting: true },
];

const later: readonly (readonly [string, Variant])[] = [
	['the same storage version', firstVariant],
	['another storage version', { ...firstVariant, stored: 'v1beta1' }],
];

/** Stack of the widgets' tests, each of which begins with the earlier variant and leaves no widget behind. */
let server: TestStack;
let first: Serving;
const pause = new Pause();
beforeAll(async () => {
	server = await startTestStack({ catalog: everyCatalog, plugins: [pause.plugin] });
	first = server.snapshots.current();
	swapTo(earlier);
});
afterEach(async () => {
	swapTo(firstVariant);
	await server.ask('PATCH', one, { metadata: { finalizers: null } }, merge);
	await server.ask('DELETE', one);
	expect((await server.ask('GET', one)).status).toBe(404);
	swapTo(earlier);
});
afterAll(() => server.close());

function swapTo(variant: Variant): void {
	const { snapshots } = server;
	snapshots.swap(servingOf(variant, first, snapshots.current()));
}

describe.each(later)('a write that began before a swap to %s', (_, next) => {
	it.each(cases)('keeps later writes of the object: $name', async ({ method, path, body, headers, spec, phase, isDeleting }) => {
		const made = await server.ask('POST', widgets, {
			metadata: { name: 'w', finalizers: ['example.com/wait'] },
			spec: { look: { colour: 'red' }, team: 'a' },
		});
		expect(made.status).toBe(201);

		const answer = await pause.during(
			() => server.ask(method, path, body, headers),
			async () => {
				swapTo(next);
				expect((await server.ask('PATCH', one, { spec: written }, merge)).status).toBe(200);
			},
		);

		expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
		const { metadata, spec: now, status } = (await server.ask('GET', one)).json() as Loose;
		expect(now).toEqual({ look: { colour: 'red' }, ...spec });
		expect(status?.phase).toBe(phase);
		expect(metadata.deletionTimestamp !== undefined).toBe(isDeleting === true);
	});
});

it('a patch of a meanwhile removed kind finds no object', async () => {
	await server.ask('POST', widgets, { metadata: { name: 'w' }, spec: { look: { colour: 'red' } } });
	const answer = await pause.during(
		() => server.ask('PATCH', one, { spec: { size: 3 } }, merge),
		async () => {
			swapTo(firstVariant);
			expect((await server.ask('PATCH', one, { spec: written }, merge)).status).toBe(200);
			swapTo({ ...firstVariant, isThere: false });
		},
	);
	expect(answer.status).toBe(404);
	swapTo(firstVariant);
	expect(((await server.ask('GET', one)).json() as Loose).spec).toEqual({ look: { colour: 'red' }, ...written });
});

it('warnings of the earlier snapshot are dropped', async () => {
	await server.ask('POST', widgets, { metadata: { name: 'w' }, spec: { look: { colour: 'red' } } });
	const answer = await pause.during(
		() => server.ask('PUT', one, { ...put, spec: { ...put.spec, nowhere: 1 } }, json),
		async () => {
			swapTo(firstVariant);
			expect((await server.ask('PATCH', one, { spec: written }, merge)).status).toBe(200);
		},
	);
	expect(answer.headers.warning).toBe('299 - "unknown field \\"spec.nowhere\\""');
});

it('a large object is patched again in its thread', async () => {
	const pause = new Pause('configmaps');
	const stack = await startTestStack({ plugins: [pause.plugin], largeThread: true });
	onTestFinished(() => stack.close());
	const { snapshots } = stack;
	const first = snapshots.current();
	const original = first.catalog.type('core/v1.ConfigMap');
	const descriptor: TypeDescriptor = { ...original, fields: [...original.fields, { name: 'note', schema: { kind: 'string' } }] };
	const catalog = { ...first.catalog, type: (name: string) => (name === original.name ? descriptor : first.catalog.type(name)) };
	const path = '/api/v1/namespaces/default/configmaps';
	const data = Object.fromEntries(Array.from({ length: 2_100 }, (_, i) => [`key-${i}`, 'value']));
	expect((await stack.ask('POST', path, { metadata: { name: 'large' }, data })).status).toBe(201);
	const answer = await pause.during(
		() => stack.ask('PATCH', `${path}/large`, { data: { late: 'yes' } }, merge),
		async () => {
			snapshots.swap(makeServing({ ...first.parts, catalog, shown: catalog }, first));
			expect((await stack.ask('PATCH', `${path}/large`, { note: 'written meanwhile' }, merge)).status).toBe(200);
		},
	);
	expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
	const now = (await stack.ask('GET', `${path}/large`)).json() as Loose;
	expect([now.note, now.data.late, now.data['key-7']]).toEqual(['written meanwhile', 'yes', 'value']);
});
