/** Cost of merging an apply into a long list-map: reading the managed fields, the merge, the changes, and writing the managed fields. */
import { catalog } from '../generated/catalog.ts';
import { apply } from '../runtime/apply/apply.ts';
import { emptyObject } from '../runtime/apply/objects/empty.ts';
import { MergeSchemas } from '../runtime/apply/objects/merge-schema.ts';
import { emptySet } from '../runtime/apply/sets/field-set.ts';
import type { Versions } from '../runtime/apply/versions.ts';
import type { JsonObject } from '../runtime/model/catalog.ts';
import { narrow } from '../runtime/schema/emulated-catalog.ts';
import { report } from './report.ts';

const entries = 10_000;
const rounds = 15;
const warmUp = 10;
const mostMs = 50;

const apiVersion = 'apps/v1';
const kind = 'Deployment';
const typeName = `${apiVersion}.${kind}`;
const now = '2024-01-01T00:00:00Z';

interface Case {
	readonly what: string;
	/** Set for another manager than that of the existing fields. */
	readonly other?: true;
	readonly next: JsonObject;
}

const cases: readonly Case[] = [
	{ what: 'one entry changed', next: deployment(entries, { first: 'changed' }) },
	{ what: 'one entry more', next: deployment(entries + 1) },
	{ what: 'one entry fewer', next: deployment(entries - 1) },
	{ what: 'one entry of another manager', other: true, next: deployment(1, { from: entries }) },
	{ what: 'all entries taken over', other: true, next: deployment(entries, { value: 'other' }) },
	{ what: 'all entries others', next: deployment(entries, { from: entries }) },
];

function deployment(count: number, { from = 0, value = 'v', first }: { from?: number; value?: string; first?: string } = {}): JsonObject {
	const env = Array.from({ length: count }, (_, at) => ({ name: `E${from + at}`, value: at === 0 ? (first ?? value) : value }));
	const template = { metadata: { labels: { app: 'long' } }, spec: { containers: [{ name: 'c', image: 'i', env }] } };
	return { apiVersion, kind, metadata: { name: 'long', namespace: 'default' }, spec: { selector: { matchLabels: { app: 'long' } }, template } };
}

/** Measures the merge in this process. Objects are parsed for each round, as in a server. */
export function mergeOfLongLists(): void {
	const served = narrow(catalog, catalog.release);
	const type = new MergeSchemas(served).object(typeName);
	const empty = emptyObject(served.type(typeName), (name) => served.type(name));
	const versions: Versions = {
		of: (asked) => (asked === apiVersion ? { type, reset: emptySet, empty } : undefined),
		convert: (object) => object,
	};
	const applied = (live: JsonObject | undefined, next: JsonObject, manager: string): JsonObject =>
		apply(versions, { live, applied: next, manager, force: true, apiVersion, kind, subresource: '', now, lastAppliedAnnotation: '' });
	const live: string = JSON.stringify(applied(undefined, deployment(entries), 'first'));
	for (const { what, other, next } of cases) {
		const sent = JSON.stringify(next);
		const times = Array.from({ length: warmUp + rounds }, (): number => {
			const before: JsonObject = JSON.parse(live);
			const after: JsonObject = JSON.parse(sent);
			const began = performance.now();
			applied(before, after, other ? 'second' : 'first');
			return performance.now() - began;
		});
		const [value = Number.NaN] = times
			.slice(warmUp)
			.sort((a, b) => a - b)
			.slice(rounds >> 1);
		report({ figure: `apply, merge into a list of ${entries}, ${what}`, value, unit: 'ms', sense: 'atMost', target: mostMs });
	}
}
