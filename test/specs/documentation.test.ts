/** Tests that every kind and type has a description and valid examples. */
import { describe, expect, it } from 'vitest';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { admit, catalog, model, withSpecs } from './fixture.ts';

withSpecs();

describe('examples', () => {
	it.each([undefined, '1.36'])('can be created by a client (release %s)', (release) => {
		const { kinds } = release === undefined ? catalog : narrow(model.catalog, release);
		// A release that stores an older version has no example for that version.
		const stored = new Set(model.catalog.kinds.map((kind) => kind.versions[kind.storageVersion]?.type));
		const problems = kinds.flatMap((kind) =>
			(model.kindDocs[kind.storageName]?.examples ?? []).flatMap(({ name, object }) => {
				const type = kind.versions[kind.storageVersion]?.type ?? '';
				if (!stored.has(type)) return [];
				const { causes, notices } = admit(type, object, undefined, release);
				return [...causes, ...notices].map((problem) => `${kind.kind} "${name}": ${problem}`);
			}),
		);
		expect(problems).toEqual([]);
	});

	it('exist for every kind that can be created', () => {
		const without = catalog.kinds.filter(({ storageName }) => (model.kindDocs[storageName]?.examples ?? []).length === 0);
		expect(without.filter(({ verbs }) => verbs.includes('create')).map(({ kind }) => kind)).toEqual([]);
	});
});

describe('descriptions', () => {
	it('exist for every kind and type', () => {
		expect(
			catalog.typeNames
				.filter((name) => !name.endsWith('List') && !model.docs[name]?.[''])
				.filter((name) => !catalog.kinds.some((kind) => kind.versions.some((version) => version.type === name))),
		).toEqual([]);
		expect(Object.entries(model.kindDocs).filter(([, docs]) => docs.description === '')).toEqual([]);
	});
});
