/** Tests stored versions that the specs lack: a start or swap with such specs is refused with advice. */
import { describe, expect, it } from 'vitest';
import { refuseToServe, refuseToStart, unknownVersions } from '../../runtime/migration/unknown-versions.ts';
import type { KindDescriptor } from '../../runtime/model/catalog.ts';

function kindWith(kind: string, ...versions: readonly string[]): KindDescriptor {
	const named = versions.map((version) => ({ group: 'example.com', version, type: `t/${version}.${kind}` }));
	return { kind, storageName: `${kind.toLowerCase()}s.example.com`, versions: named, storageVersion: 0, selectableFields: [] } as object as KindDescriptor;
}

function rows(written: Readonly<Record<string, Readonly<Record<string, number>>>>) {
	return { written: (resource: string) => new Map(Object.entries(written[resource] ?? {})) };
}

const stored = rows({
	'widgets.example.com': { 'example.com/v1#abc': 2, 'example.com/v1#abc!': 1, 'example.com/v2#abc': 5, '': 7 },
	'gadgets.example.com': { 'example.com/v1': 1 },
	'gone.example.com': { 'example.com/v9': 4 },
});

describe('versions that are not known', () => {
	it('are counted by version, regardless of the row format, and not for removed kinds', () => {
		const found = unknownVersions(stored, { kinds: [kindWith('Widget', 'v2'), kindWith('Gadget', 'v1')] });
		expect(found.map(({ kind: { kind }, version, objects }) => [kind, version, objects])).toEqual([['Widget', 'example.com/v1', 3]]);
		expect(unknownVersions(stored, { kinds: [kindWith('Widget', 'v1', 'v2')] })).toEqual([]);
	});

	it('prevent the start of a server, with the remedy', () => {
		const start =
			(...kinds: KindDescriptor[]) =>
			() =>
				refuseToStart(stored, { kinds });
		expect(start(kindWith('Widget', 'v2', 'v1'))).not.toThrow();
		expect(start(kindWith('Widget', 'v2'))).toThrow(
			/^3 objects of Widget are stored as example\.com\/v1, which is unknown to this build: run "orch storage migrate Widget" with a build that has both versions, and start this build afterwards$/,
		);
		expect(start(kindWith('Gadget', 'v2'))).toThrow(/^1 object of Gadget is stored as example\.com\/v1, which/);
		expect(start(kindWith('Widget', 'v3'), kindWith('Gadget', 'v2'))).toThrow(
			'3 objects of Widget are stored as example.com/v1 (and more: 5 of Widget as example.com/v2, 1 of Gadget as example.com/v1), which is unknown to this build',
		);
	});

	it('prevent new specs from being served, with the remedy', () => {
		const serve = (before: KindDescriptor) => () => refuseToServe(stored, { kinds: [kindWith('Widget', 'v2')] }, { kinds: [before] });
		expect(serve(kindWith('Widget', 'v1', 'v2'))).toThrow(
			/stored as example\.com\/v1: first set "storage: true" on another version, which rewrites the objects/,
		);
		expect(serve(kindWith('Widget', 'v2', 'v1'))).toThrow(
			/stored as example\.com\/v1: restore the version until they are rewritten; "orch storage status Widget" shows the progress$/,
		);
	});
});
