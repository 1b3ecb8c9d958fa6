/** Tests that hooks accept any parsed object, whole or in parts, report violations in words, and never throw. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { ApiError } from '../../runtime/api/errors.ts';
import { kindHooks } from '../../runtime/kinds/index.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { objectOf } from '../schema/arbitrary.ts';
import { runs } from '../setup/sample.ts';
import { kindParts, nothingStored } from '../verbs/kind-parts.ts';
import { admin } from '../verbs/write-fixture.ts';

const schemas = compile(catalog);
const hooks = kindHooks(vocabulary, kindParts());
const kinds = catalog.kinds.filter(({ storageName }) => storageName in hooks);

/** Runs a hook that may refuse to allocate a value. */
function orRefused(run: () => void): void {
	try {
		run();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
	}
}

/** Returns true for updates that Kubernetes refuses because of values that a create accepts, even when they are unchanged. */
const blamesWhatStands = (storageName: string, subresource: string): boolean =>
	(/^(namespaces$|podcertificaterequests\.)/.test(storageName) && subresource === 'status') ||
	/^(nodes$|customresourcedefinitions\.|(?:validating|mutating)admissionpolicies\.)/.test(storageName);

it('every kind with hooks exists', () => {
	expect(kinds.map(({ storageName }) => storageName).sort()).toEqual(Object.keys(hooks).sort());
});

describe.each(kinds.map(({ storageName, versions, storageVersion }) => [storageName, versions[storageVersion]?.type ?? ''] as const))(
	'%s',
	(storageName, name) => {
		const type = schemas.type(name);
		const kind = hooks[storageName];
		const object = objectOf(name, 7).map((value) => {
			const read = type.read(value, { notices: [] });
			type.applyDefaults(read);
			return read;
		});
		it.each(['', 'status', 'finalize'])('with subresource %j', (subresource) => {
			const context = { user: admin, group: '', version: 'v1', dryRun: false, subresource, warnings: [], stored: nothingStored, served: () => undefined };
			fc.assert(
				fc.property(object, object, (next: JsonObject, old: JsonObject) => {
					const causes = [
						...(kind?.validate?.(next, context) ?? []),
						...(kind?.validateCreate?.(next, context) ?? []),
						...(kind?.validateUpdate?.(next, old, context) ?? []),
					];
					for (const cause of causes) expect(cause.message).not.toBe('');
					if (!blamesWhatStands(storageName, subresource)) expect(kind?.validateUpdate?.(old, structuredClone(old), context) ?? []).toEqual([]);
					kind?.cells?.(next);
					kind?.gracePeriodSeconds?.(next, undefined);
					orRefused(() => kind?.prepareForUpdate?.(next, old, context));
					orRefused(() => kind?.prepareForCreate?.(next, context));
					kind?.prepareForDelete?.(next, context);
				}),
				{ numRuns: runs(60) },
			);
		});
	},
);
