/** Tests a reload: unchanged parts are reused, and a change of anything fixed at the start is refused with advice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { Catalog, KindDescriptor } from '../../runtime/model/catalog.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { Reload } from '../../runtime/server/reload.ts';
import { startTestStack, type TestStack } from './stack-fixture.ts';

let stack: TestStack;
let reload: Reload;
beforeAll(async () => {
	stack = await startTestStack();
	const { options } = readFlags(['--secure-port', '0']) as { options: ServerOptions };
	reload = new Reload(options, stack, { catalog, vocabulary, docs: async () => docs, rootHooks: {}, rootGroups: {} });
});
afterAll(() => stack.close());

/** Copies the catalog as if it came from another process: no object is shared. */
function copied(changes: Partial<Catalog> = {}): Catalog {
	const types = new Map(catalog.typeNames.map((name) => [name, structuredClone(catalog.type(name))]));
	const type: Catalog['type'] = (name) => types.get(name) ?? catalog.type(name);
	return { ...structuredClone({ ...catalog, type: undefined }), type, ...changes };
}

function kindsWith(storageName: string, change: Partial<KindDescriptor>): readonly KindDescriptor[] {
	return structuredClone(catalog.kinds).map((kind) => (kind.storageName === storageName ? { ...kind, ...change } : kind));
}

const next = (changes: Partial<Catalog> = {}) => ({ catalog: copied(changes), rootHooks: {}, rootGroups: {} });

describe('a reload', () => {
	it('keeps the parts of equal kinds and rebuilds changed ones', () => {
		const of = (plural: string) => stack.snapshots.current().resource('', 'v1', plural);
		const [pods, configMaps] = [of('pods'), of('configmaps')];
		reload.swap(next({ kinds: kindsWith('configmaps', { shortNames: ['cfg'] }) }));
		expect(of('pods')).toBe(pods);
		expect(of('configmaps')).not.toBe(configMaps);
		expect(of('configmaps')?.kind.shortNames).toEqual(['cfg']);
		reload.swap(next());
	});

	it.each<[string, Partial<Catalog>, RegExp]>([
		[
			'another release by default',
			{ release: '1.30' },
			/^the release that is emulated by default is 1\.30 now, and the server emulates 1\.25: stop with Ctrl-C and start again$/,
		],
		['other feature gates', { gates: catalog.gates.slice(1) }, /^releases\.yaml has other releases or feature gates, .*: stop with Ctrl-C/],
		[
			'objects that become confidential',
			{ kinds: kindsWith('configmaps', { confidential: true }) },
			/^objects of ConfigMap must be encrypted now, .*: stop with Ctrl-C/,
		],
	])('refuses %s, and keeps the former state', (_, changes, sentence) => {
		const before = stack.snapshots.current();
		expect(() => reload.swap(next(changes))).toThrow(sentence);
		expect(stack.snapshots.current()).toBe(before);
	});

	it('refuses specs without a stored version, and accepts those without a kind', async () => {
		const before = stack.snapshots.current();
		const [v1] = kindsWith('leases', {}).find(({ plural }) => plural === 'configmaps')?.versions ?? [];
		if (v1 === undefined) throw new Error('ConfigMap has a version');
		expect((await stack.ask('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'stored' } })).status).toBe(201);
		const without = next({ kinds: kindsWith('configmaps', { versions: [{ ...v1, version: 'v2' }] }) });
		expect(() => reload.swap(without)).toThrow(
			/^\d+ objects of ConfigMap are stored as v1: first set "storage: true" on another version, which rewrites the objects, and then remove this version$/,
		);
		expect(stack.snapshots.current()).toBe(before);
		reload.swap(next({ kinds: catalog.kinds.filter(({ plural }) => plural !== 'configmaps') }));
		expect((await stack.ask('GET', '/api/v1/namespaces/default/configmaps/stored')).status).toBe(404);
		reload.swap(next());
		expect((await stack.ask('GET', '/api/v1/namespaces/default/configmaps/stored')).status).toBe(200);
	});
});
