/** Tests two servers over one store that serve different versions, as during a rolling upgrade: each shows the other's writes correctly. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { makeServing } from '../../runtime/serving/serving.ts';
import type { Loose } from '../setup/loose.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';
import { Client } from './swaps/client.ts';
import { contentOf } from './swaps/history.ts';
import { table, wrongBy } from './swaps/judge.ts';
import { Random } from './swaps/random.ts';
import { pathOf } from './swaps/run.ts';
import { catalogOf, changed, everyCatalog, firstVariant, servingOf, type Variant, type Version, versions } from './swaps/variant.ts';
import { Watcher } from './swaps/watcher.ts';

/** One of the two servers, with its variant. */
class Server {
	readonly stack: TestStack;
	readonly client: Client;
	variant: Variant = firstVariant;

	constructor(stack: TestStack) {
		this.stack = stack;
		this.client = new Client(stack);
		this.serve(firstVariant);
	}

	serve(variant: Variant): void {
		const { snapshots } = this.stack;
		this.variant = variant;
		snapshots.swap(servingOf(variant, snapshots.current(), snapshots.current()));
	}

	/** Returns the answer, which must be correct under the server's variant. */
	async ask(
		method: string,
		path: string,
		version: Version,
		usual: number,
		more: { readonly body?: object; readonly as?: 'table'; readonly field?: string } = {},
	): Promise<Loose> {
		const { body, as, field } = more;
		const headers = { ...(as === 'table' && { accept: table }), ...(method === 'PATCH' && { 'content-type': 'application/merge-patch+json' }) };
		const answer = await this.client.ask({ method, path, headers, ...(body && { body }) });
		const isList = method === 'GET' && !/widgets\//.test(path);
		expect(wrongBy([this.variant], { version, usual: [usual], isList, ...(as && { as }), ...(field !== undefined && { field }) }, answer)).toBe(undefined);
		return JSON.parse(answer.body.toString());
	}

	async close(): Promise<void> {
		this.client.close();
		await this.stack.close();
	}
}

let servers: Server[] = [];
afterEach(async () => {
	for (const server of servers.toReversed()) await server.close();
	servers = [];
});

/** Starts both servers; the first runs the controllers. */
async function two(other: Catalog = everyCatalog): Promise<readonly [Server, Server]> {
	const one = new Server(await startTestStack({ catalog: everyCatalog, shared: true }));
	servers.push(one);
	const two = new Server(await startTestStack({ catalog: other, beside: one.stack, controllers: [] }));
	servers.push(two);
	return [one, two];
}

function widget(name: string, version: Version, size: number): object {
	const spec = version === 'v1' ? { look: { colour: `c${size}` } } : { colour: `c${size}` };
	return { metadata: { name, labels: { size: String(size) } }, spec: { ...spec, team: `team-${size % 2}`, size } };
}

describe('two servers that serve a kind differently', () => {
	it.each([1, 2, 3])('each show writes of the other, in lists, tables and selections too (seed %i)', { timeout: 60_000 }, async (seed) => {
		const random = new Random(seed);
		const both = await two();
		const contents = new Map<string, string>();
		const told = both.map(() => new Map<number, string>());
		const from = Number((await both[0].ask('GET', pathOf('v1'), 'v1', 200)).metadata.resourceVersion);
		const watchers = both.map(
			({ stack }, i) =>
				new Watcher({
					stack,
					path: `${pathOf('v1')}?watch=1&allowWatchBookmarks=true`,
					from,
					onEvent: ({ type, object, revision }) => {
						if (type !== 'BOOKMARK') told[i]?.set(revision, contentOf(object));
					},
					swaps: () => 0,
					isRefused: () => false,
					nextSwap: () => Promise.resolve(),
				}),
		);
		const written = new Map<number, string>();
		for (let size = 1; size <= 60; size++) {
			const writer = random.of(both);
			const reader = random.of(both);
			// Each server's variant changes independently; the kind and both of its versions stay served.
			if (random.once(3)) writer.serve({ ...changed(writer.variant, random), isThere: true, hasBeta: true, maxWeight: 100 });
			const [version, readVersion] = [random.of(versions), random.of(versions)];
			const name = `w${random.below(5)}`;
			const known = contents.has(name);
			const path = known ? `${pathOf(version)}/${name}` : pathOf(version);
			const isPatch = known && random.once(2);
			const body = isPatch ? { spec: { size } } : widget(name, version, size);
			const object = await writer.ask(isPatch ? 'PATCH' : known ? 'PUT' : 'POST', path, version, known ? 200 : 201, { body });
			contents.set(name, contentOf(object));
			written.set(Number(object.metadata.resourceVersion), contentOf(object));
			const read = await reader.ask('GET', `${pathOf(readVersion)}/${name}`, readVersion, 200);
			expect(contentOf(read)).toBe(contents.get(name));
			const list = await reader.ask('GET', pathOf(readVersion), readVersion, 200);
			expect(new Map(list.items.map((item: Loose) => [item.metadata.name, contentOf(item)]))).toEqual(
				new Map([...contents].toSorted(([a], [b]) => (a < b ? -1 : 1))),
			);
			const { rows } = await reader.ask('GET', pathOf(readVersion), readVersion, 200, { as: 'table' });
			expect(rows).toHaveLength(contents.size);
			const field = 'spec.team';
			const selected = await reader.ask('GET', `${pathOf(readVersion)}?fieldSelector=${field}%3Dteam-1`, readVersion, 200, { field });
			if (!reader.variant.selectable.includes(field)) continue;
			const wanted = [...contents].flatMap(([each, content]) => ((JSON.parse(content) as Loose).team === 'team-1' ? [each] : []));
			expect(selected.items.map(({ metadata }: Loose) => metadata.name)).toEqual(wanted.toSorted());
		}
		const last = Math.max(...written.keys());
		while (watchers.some((watcher) => watcher.revision < last && watcher.failures.length === 0)) await new Promise((resolve) => setImmediate(resolve));
		await Promise.all(watchers.map((watcher) => watcher.stop()));
		expect(watchers.flatMap(({ failures }) => failures)).toEqual([]);
		for (const events of told) for (const [revision, content] of written) expect(events.get(revision)).toBe(content);
	});

	it('writers of one object through both lose no write, while one changes the storage version', async () => {
		const [one, other] = await two();
		await one.ask('POST', pathOf('v1'), 'v1', 201, { body: widget('both', 'v1', 0) });
		const add = (server: Server, key: string): Promise<unknown> =>
			server.ask('PATCH', `${pathOf('v1')}/both`, 'v1', 200, { body: { metadata: { labels: { [key]: 'x' } } } });
		const keys = Array.from({ length: 20 }, (_, i) => `k${i}`);
		const writing = keys.map((key, i) => add(i % 2 === 0 ? one : other, key));
		one.serve({ ...firstVariant, stored: 'v1beta1' });
		await Promise.all(writing);
		const { metadata } = await other.ask('GET', `${pathOf('v1beta1')}/both`, 'v1beta1', 200);
		expect(Object.keys(metadata.labels).toSorted()).toEqual([...keys, 'size'].toSorted());
	});

	it("a server without an object's version reports only that object, and shows it once it is rewritten", async () => {
		const [one, other] = await two(withoutBeta(everyCatalog));
		const { snapshots } = other.stack;
		const catalog = withoutBeta(catalogOf(firstVariant));
		snapshots.swap(makeServing({ ...snapshots.current().parts, catalog, shown: catalog }, snapshots.current()));
		await one.ask('POST', pathOf('v1'), 'v1', 201, { body: widget('early', 'v1', 1) });
		one.serve({ ...firstVariant, stored: 'v1beta1' });
		await one.ask('POST', pathOf('v1'), 'v1', 201, { body: widget('late', 'v1', 2) });
		const { status } = await other.client.ask({ method: 'GET', path: `${pathOf('v1')}/late` });
		expect(status).toBe(500);
		expect(JSON.stringify(other.stack.logged)).toContain('which its kind does not have: add that version to its spec');
		expect((await other.client.ask({ method: 'GET', path: '/readyz' })).body.toString()).toBe('ok');
		await other.ask('POST', pathOf('v1'), 'v1', 201, { body: widget('own', 'v1', 3) });
		expect(contentOf(await one.ask('GET', `${pathOf('v1beta1')}/own`, 'v1beta1', 200))).toContain('"size":3');
		one.serve(firstVariant);
		await one.ask('PATCH', `${pathOf('v1')}/late`, 'v1', 200, { body: { spec: { size: 4 } } });
		expect(contentOf(await other.ask('GET', `${pathOf('v1')}/late`, 'v1', 200))).toContain('"size":4');
	});
});

/** Returns the catalog of an earlier release. */
function withoutBeta(catalog: Catalog): Catalog {
	const kinds = catalog.kinds.map((kind) => (kind.kind === 'Widget' ? { ...kind, versions: kind.versions.filter(({ version }) => version === 'v1') } : kind));
	return { ...catalog, kinds, type: (name) => catalog.type(name) };
}
