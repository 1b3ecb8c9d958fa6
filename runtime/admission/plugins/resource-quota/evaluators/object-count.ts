/** Evaluator of kinds whose number of objects alone counts. */
import type { KindDescriptor } from '../../../../model/catalog.ts';
import { one } from '../../../../scalars/resource-list.ts';
import { countName, type Evaluator, type Measured } from './contract.ts';

/** Kinds of the core group that quotas also count under their plural. */
const aliases: readonly string[] = ['configmaps', 'replicationcontrollers', 'resourcequotas', 'secrets'];

export function objectCount({ plural, storageName, versions }: KindDescriptor): Evaluator {
	const groups = new Set(versions.map(({ group }) => group));
	const names = new Set([...groups].map((group) => countName(plural, group)));
	if (groups.has('') && aliases.includes(plural)) names.add(plural);
	const measured: Measured = { usage: new Map([...names].map((name) => [name, one])), isIn: () => false };
	return {
		storageName,
		charges: ({ operation, subresource }) => operation === 'CREATE' && subresource === '',
		counts: (resource) => names.has(resource),
		measure: () => measured,
		isCount: true,
	};
}
