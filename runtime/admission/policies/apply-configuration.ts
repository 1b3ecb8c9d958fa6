/** Applies the configuration of a policy like server-side apply, without owners (KEP-3962, "ApplyConfiguration"). */
import { check } from '../../apply/objects/check.ts';
import { isObject } from '../../apply/objects/entries.ts';
import { merge } from '../../apply/objects/merge.ts';
import type { MergeType, StructMerge } from '../../apply/objects/merge-schema.ts';
import type { JsonObject, JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { MutationFault } from './mutator.ts';

/**
 * Returns the merged object. Throws MutationFault for a configuration that does not fit the type, or that would replace an atomic value.
 */
export function applied(type: StructMerge, live: JsonObject, configuration: JsonObject): JsonObject {
	const { apiVersion, kind } = live;
	const whole = { ...configuration, ...(apiVersion !== undefined && { apiVersion }), ...(kind !== undefined && { kind }) };
	const problems = check(type, whole);
	if (problems.length > 0) {
		const told = problems.length === 1 ? problems.join() : ['errors:', ...problems].join('\n  ');
		throw new MutationFault(`error applying patch: failed to convert patch object to typed object: ${told}`);
	}
	const atomics = atomicsIn(type, whole, '');
	if (atomics.length > 0)
		throw new MutationFault(`error applying patch: invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomics.join(', ')}`);
	try {
		return merge(type, live, whole);
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		throw new MutationFault(`error applying patch: failed to merge patch: ${error.message}`, { cause: error });
	}
}

/** Returns the paths of atomic values. Setting one of their fields would remove the others. */
function atomicsIn(type: MergeType, value: JsonValue, path: string): string[] {
	if (Array.isArray(value)) {
		if (type.kind !== 'list') return [];
		const own = type.of === 'atomic' ? [path] : [];
		return [...own, ...value.flatMap((item, at) => atomicsIn(type.items, item, `${path}[${at}]`))];
	}
	if (!isObject(value)) return [];
	switch (type.kind) {
		case 'struct':
		case 'map': {
			const own = type.atomic ? [path] : [];
			const inner = Object.entries(value).flatMap(([name, field]) => {
				const of = type.kind === 'struct' ? type.fields.get(name)?.type : type.values;
				return of === undefined ? [] : atomicsIn(of, field, `${path}.${name}`);
			});
			return [...own, ...inner];
		}
		default:
			return [];
	}
}
