/** Configuration of the plugin: its limits (seed 3, "Built-in admission plugins"). */
import type { Json } from '../../../model/catalog.ts';
import { ConfigError, listAt, mapAt, only, placeIn } from '../../../wire/config-parts.ts';
import type { PluginConfiguration } from '../../contract.ts';

const limitTypes = ['Server', 'Namespace', 'User', 'SourceAndObject'] as const;

export interface Limit {
	/** Requests that share a bucket: all, or those of a namespace, of a user, or of a source and the object that it reports about. */
	readonly type: (typeof limitTypes)[number];
	readonly qps: number;
	readonly burst: number;
	/** Maximum number of buckets. The least recently used one is dropped, and is full when it is used again. */
	readonly cacheSize: number;
}

const usualCacheSize = 4096;

export const limitsSection: PluginConfiguration<readonly Limit[]> = {
	kinds: ({ vocabulary }) => [{ apiVersion: `eventratelimit.admission.${vocabulary.groupDomain}/v1alpha1`, kind: 'Configuration' }],
	read(section, where) {
		only(section, where, ['apiVersion', 'kind', 'limits']);
		const at = placeIn(where, 'limits');
		return listAt(section.limits, at).map((entry, i) => limitAt(entry, `${at}[${i}]`));
	},
};

function limitAt(entry: Json, where: string): Limit {
	const map = mapAt(entry, where);
	only(map, where, ['type', 'qps', 'burst', 'cacheSize']);
	const type = limitTypes.find((each) => each === map.type);
	if (type === undefined) throw new ConfigError(placeIn(where, 'type'), `expected one of ${limitTypes.join(', ')}`);
	const number = (field: 'qps' | 'burst' | 'cacheSize', least: number): number => {
		const value = map[field] ?? 0;
		if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= mostPerLimit) return value;
		throw new ConfigError(placeIn(where, field), `expected a whole number from ${least} to ${mostPerLimit}`);
	};
	return { type, qps: number('qps', 1), burst: number('burst', 1), cacheSize: number('cacheSize', 0) || usualCacheSize };
}

/** Maximum value of the field's type, int32. */
const mostPerLimit = 2 ** 31 - 1;
