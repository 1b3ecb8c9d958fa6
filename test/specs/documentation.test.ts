/** That every kind and type is described, and shown by examples that hold. */
import { describe, expect, it } from 'vitest';
import { admit, catalog, model, withSpecs } from './fixture.ts';

withSpecs();

describe('examples', () => {
	it('are what a client may create', () => {
		const problems = catalog.kinds.flatMap((kind) =>
			(model.kindDocs[kind.storageName]?.examples ?? []).flatMap(({ name, object }) => {
				const { causes, notices } = admit(kind.versions[kind.storageVersion]?.type ?? '', object);
				return [...causes, ...notices].map((problem) => `${kind.kind} "${name}": ${problem}`);
			}),
		);
		expect(problems).toEqual([]);
	});

	it('exist for every kind', () => {
		expect(catalog.kinds.filter((kind) => (model.kindDocs[kind.storageName]?.examples ?? []).length === 0).map((kind) => kind.kind)).toEqual([]);
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
