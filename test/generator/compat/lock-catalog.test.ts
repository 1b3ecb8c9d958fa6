/** A lock holds all that reading, checking and converting objects needs: its catalog equals the original one. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtInSpecs, lockPath, projectRoot, readSources } from '../../../generator/command/spec-roots.ts';
import { canonical } from '../../../generator/compat/json.ts';
import { catalogOf } from '../../../generator/compat/lock/catalog.ts';
import { readLock } from '../../../generator/compat/lock/lock.ts';
import { kindParts, typeParts } from '../../../generator/compat/surface.ts';
import { makeModel } from '../../../generator/read/model.ts';
import type { SpecSource } from '../../../generator/read/source/spec-file.ts';
import type { Catalog } from '../../../runtime/model/catalog.ts';
import { lockOf, shop } from './locked.ts';

function locked(source: SpecSource, specs: Catalog): Catalog {
	const read = readLock(source);
	if (!('lock' in read)) throw new Error('the lock cannot be read');
	return catalogOf(read.lock.surface, specs);
}

function expectAlike(made: Catalog, specs: Catalog): void {
	expect(made.release).toBe(specs.release);
	expect(made.releases).toEqual(specs.releases);
	expect(canonical(made.gates.toSorted((a, b) => (a.name < b.name ? -1 : 1)))).toBe(canonical(specs.gates.toSorted((a, b) => (a.name < b.name ? -1 : 1))));
	for (const name of specs.typeNames) expect(canonical(typeParts(made.type(name))), name).toBe(canonical(typeParts(specs.type(name))));
	for (const kind of specs.kinds) {
		const same = made.kinds.find(({ storageName }) => storageName === kind.storageName);
		expect(same && canonical(kindParts(same)), kind.kind).toBe(canonical(kindParts({ ...kind, columns: [] })));
		expect(same?.versions[same.storageVersion]).toEqual(kind.versions[kind.storageVersion]);
	}
}

describe('the catalog of a lock', () => {
	it('is that of the specs it was made of', () => {
		const { model } = makeModel(shop);
		if (model === undefined) throw new Error('the shop is right');
		expectAlike(locked(lockOf(shop), model.catalog), model.catalog);
	});

	it('equals that of the built-in specs', async () => {
		const { model } = makeModel(await readSources([builtInSpecs]));
		if (model === undefined) throw new Error('the built-in specs are right');
		const path = lockPath(builtInSpecs);
		expectAlike(locked({ path: 'api.lock.yaml', file: path, text: readFileSync(join(projectRoot, 'api.lock.yaml'), 'utf8') }, model.catalog), model.catalog);
	});

	it('has the newest release where the specs have another default', () => {
		const { model } = makeModel(shop);
		if (model === undefined) throw new Error('the shop is right');
		expect(locked(lockOf(shop), { ...model.catalog, release: '1.99' }).release).toBe('1.29');
	});
});
