/** Clients that write the same few objects in every served version, and report the intended change of each write. */
import type { JsonObject } from '../../../../runtime/model/catalog.ts';
import type { Loose } from '../../../setup/loose.ts';
import type { Asked } from '../client.ts';
import type { Random } from '../random.ts';
import type { Possible } from './expected.ts';
import type { Acknowledged } from './outcome.ts';
import { type FieldPlan, randomValue, type Shape, type VersionName, versionNames } from './plan.ts';
import { type KindRun, pathOf } from './run.ts';
import { specOf } from './values.ts';

const names = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Request; `usual` has the status of success and that of a conflict with an earlier write. */
interface Sent extends Pick<Acknowledged, 'change'> {
	readonly asked: Asked;
	readonly usual: readonly [number, number];
	readonly isDelete?: true;
}

export async function writer(run: KindRun, random: Random): Promise<void> {
	while (run.running && run.failures.length === 0) {
		await write(run, random.of(names), random.of(versionNames), random);
		run.writes++;
	}
}

export function someName(random: Random): string {
	return random.of(names);
}

async function write(run: KindRun, name: string, version: VersionName, random: Random): Promise<void> {
	const { asked, usual, change, isDelete = false } = sentTo(run, name, version, random);
	const inHalves = asked.body !== undefined && random.once(3) ? { halfway: () => run.anyTime() } : {};
	const found = await run.ask({ ...asked, ...inHalves }, version, usual);
	if (found?.answer.status !== usual[0]) return;
	const object = JSON.parse(found.answer.body.toString()) as Loose;
	const what = `${asked.method} ${asked.path} ${JSON.stringify(asked.body)}`;
	run.states.wrote(name, { revision: Number(object.metadata.resourceVersion), from: found.from, to: found.to, version, what, object, change, isDelete });
}

function sentTo({ states, shape }: KindRun, name: string, version: VersionName, random: Random): Sent {
	const last = states.last(name);
	if (last === undefined || last.isDelete) return creating(shape, name, version, random);
	if (!random.once(12)) return changing(shape, name, version, random);
	return { asked: { method: 'DELETE', path: `${pathOf(version)}/${name}` }, usual: [200, 404], change: () => (shown) => shown, isDelete: true };
}

/** Chooses fields and values for a write, including fields of other snapshots, which the answering one may not know. */
function chosen(shape: Shape, version: VersionName, random: Random, mayBeNull: boolean): Map<string, Possible | null> {
	const fields = shape.filter(({ paths }) => paths.has(version) && random.once(2));
	return new Map(fields.map((field) => [field.name, mayBeNull && random.once(4) ? null : randomValue(field, random)]));
}

function creating(shape: Shape, name: string, version: VersionName, random: Random): Sent {
	const values = chosen(shape, version, random, false);
	const body = { metadata: { name }, spec: specOf(shape, version, values) };
	return { asked: { method: 'POST', path: pathOf(version), body }, usual: [201, 409], change: (field) => () => values.get(field.name) };
}

function changing(shape: Shape, name: string, version: VersionName, random: Random): Sent {
	const path = `${pathOf(version)}/${name}`;
	const of = (type: string): Pick<Asked, 'headers'> => ({ headers: { 'content-type': `application/${type}+json` } });
	const patch = (type: string, body: object, change: Sent['change']): Sent => ({
		asked: { method: 'PATCH', path, body, ...of(type) },
		usual: [200, 404],
		change,
	});
	switch (random.below(4)) {
		case 0: {
			const { asked, change } = creating(shape, name, version, random);
			return { asked: { ...asked, method: 'PUT', path }, usual: [200, 404], change };
		}
		case 1: {
			const values = chosen(shape, version, random, false);
			const body = [...values].map(([field, value]) => ({ op: 'add', path: ['', 'spec', ...pathsOf(shape, field, version)].join('/'), value }));
			return patch(
				'json-patch',
				body,
				({ name: field }) =>
					(shown) =>
						values.has(field) ? values.get(field) : shown,
			);
		}
		case 2: {
			const values = withNulls(chosen(shape, version, random, true), shape, random);
			return patch(
				'merge-patch',
				{ spec: specOf(shape, version, values) },
				({ name: field, type }) =>
					(shown) =>
						merged(type, shown, values, field, false),
			);
		}
		default: {
			const values = withNulls(chosen(shape, version, random, true), shape, random);
			return patch(
				'strategic-merge-patch',
				{ spec: specOf(shape, version, values) },
				({ name: field, type }) =>
					(shown) =>
						merged(type, shown, values, field, true),
			);
		}
	}
}

function pathsOf(shape: Shape, name: string, version: VersionName): readonly string[] {
	return shape.find((field) => field.name === name)?.paths.get(version) ?? [];
}

/** Replaces some entries of maps with null, which removes them. */
function withNulls(values: Map<string, Possible | null>, shape: Shape, random: Random): Map<string, Possible | null> {
	for (const { name, type } of shape) {
		const value = values.get(name);
		if (type === 'tags' && value !== undefined && value !== null && random.once(2))
			values.set(name, { ...(value as JsonObject), [random.of(['x', 'y'])]: null });
	}
	return values;
}

/** Merges by RFC 7396, or by the keys of entries where a strategic patch does. */
function merged(type: FieldPlan['type'], shown: Possible, values: ReadonlyMap<string, Possible | null>, name: string, strategic: boolean): Possible {
	const value = values.get(name);
	if (value === undefined) return shown;
	if (value === null) return undefined;
	if (type === 'tags')
		return Object.fromEntries(Object.entries({ ...(shown as JsonObject | undefined), ...(value as JsonObject) }).filter(([, each]) => each !== null));
	if (type !== 'parts' || !strategic) return value;
	const entries = [...((shown ?? []) as JsonObject[]), ...(value as unknown as JsonObject[])];
	return [...new Map(entries.map((entry) => [entry.key, entry])).values()];
}
