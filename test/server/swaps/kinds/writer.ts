/** A client that alone writes some objects, in every version that there is, and knows what each may be. */
import type { JsonObject } from '../../../../runtime/model/catalog.ts';
import type { Loose } from '../../../setup/loose.ts';
import type { Asked } from '../client.ts';
import type { Random } from '../random.ts';
import { byNow, type FieldChange, leftOfChange, leftOfNew, type Possible, shownIn } from './expected.ts';
import { type FieldPlan, type Plan, randomValue, type Shape, type VersionName, versionNames } from './plan.ts';
import { type KindRun, pathOf } from './run.ts';
import { fieldOf, isSame, type State, specOf } from './states.ts';

const objects = 3;

/** A write as it is sent, and what it means for each field; `change` of a field that it does not speak of gives what it is given. */
interface Sent {
	readonly asked: Asked;
	readonly status: number;
	readonly change: (field: FieldPlan) => FieldChange;
}

export async function writer(run: KindRun, prefix: string, random: Random): Promise<void> {
	while (run.running && run.failures.length === 0) {
		await write(run, `${prefix}-${random.below(objects)}`, random.of(versionNames), random);
		run.writes++;
	}
}

async function write(run: KindRun, name: string, version: VersionName, random: Random): Promise<void> {
	const last = run.states.last(name);
	const path = `${pathOf(version)}/${name}`;
	if (last?.state !== undefined && random.once(12)) {
		const found = await run.ask({ method: 'DELETE', path }, version, [200]);
		if (found !== undefined) run.states.wrote(name, { revision: last.revision + 1, since: found.from, state: undefined });
		return;
	}
	const sent = last?.state === undefined ? creating(run.shape, name, version, random) : changing(run.shape, name, version, random);
	const inHalves = random.once(3) ? { halfway: () => run.anyTime() } : {};
	const found = await run.ask({ ...sent.asked, ...inHalves }, version, [sent.status]);
	if (found === undefined) return;
	const object = JSON.parse(found.answer.body.toString()) as Loose;
	const plans = run.plans.slice(last?.since ?? 0, found.to + 1);
	const outcomes = [...new Set(run.plans.slice(found.from, found.to + 1))].map((plan) => outcomeBy(plan, run.shape, version, sent, last?.state, plans, object));
	const left = outcomes.filter((outcome) => typeof outcome !== 'string');
	if (left.length === 0) {
		const { method, path, body } = sent.asked;
		run.fail(`${method} ${path} ${JSON.stringify(body)} (swaps ${found.from} to ${found.to}): ${[...new Set(outcomes)].join(' | ')}`);
		return;
	}
	const since = left.some(({ mayBeIdle }) => mayBeIdle) ? (last?.since ?? 0) : found.from;
	run.states.wrote(name, { revision: Number(object.metadata.resourceVersion), since, state: union(left.map(({ state }) => state)) });
}

interface Outcome {
	readonly state: State;
	/** Where nothing changes nothing is written: what a conversion filled in is answered and not kept, and what it left out stays where it lies. */
	readonly mayBeIdle: boolean;
}

/** What the write has left if this snapshot has carried it out, as far as the answer shows it; text: it cannot have been this one. `plans`: all since the write before. */
function outcomeBy(
	plan: Plan,
	shape: Shape,
	version: VersionName,
	{ change }: Sent,
	before: State | undefined,
	plans: readonly Plan[],
	object: Loose,
): Outcome | string {
	if (!plan.served.includes(version)) return `${version} is not served`;
	const [was, left] = [new Map<string, readonly Possible[]>(), new Map<string, readonly Possible[]>()];
	for (const field of shape) {
		const from = before === undefined ? [undefined] : byNow(field, before.get(field.name) ?? [undefined], plans);
		const possible = from.map((value) =>
			before === undefined ? leftOfNew(field, plan, version, change(field)(undefined)) : leftOfChange(field, plan, version, value, change(field)),
		);
		const found = fieldOf(object, field.paths.get(version));
		const fitting = possible.filter((value) => isSame(field.paths.has(version) ? shownIn(field, plan, version, value) : undefined, found));
		if (fitting.length === 0) return `${field.name} is ${JSON.stringify(found)} instead of ${JSON.stringify(possible)} (of ${JSON.stringify(from)})`;
		was.set(field.name, from);
		left.set(field.name, distinct(fitting));
	}
	const isUnchanged = ({ name }: FieldPlan): boolean =>
		!plan.known.has(name) || left.get(name)?.some((value) => was.get(name)?.some((each) => isSame(each, value))) === true;
	const mayBeIdle = before !== undefined && shape.every(isUnchanged);
	return { state: mayBeIdle ? union([left, was]) : left, mayBeIdle };
}

/** Everything that may be by any of them. */
function union(states: readonly State[]): State {
	const names = states[0]?.keys() ?? [];
	return new Map([...names].map((name) => [name, distinct(states.flatMap((state) => state.get(name) ?? []))]));
}

function distinct(values: readonly Possible[]): readonly Possible[] {
	return values.filter((value, i) => values.findIndex((other) => isSame(value, other)) === i);
}

/** Fields to speak of, with values; of other snapshots too, which the one that answers may not know. */
function chosen(shape: Shape, version: VersionName, random: Random, mayBeNull: boolean): Map<string, Possible | null> {
	const fields = shape.filter(({ paths }) => paths.has(version) && random.once(2));
	return new Map(fields.map((field) => [field.name, mayBeNull && random.once(4) ? null : randomValue(field, random)]));
}

function creating(shape: Shape, name: string, version: VersionName, random: Random): Sent {
	const values = chosen(shape, version, random, false);
	const body = { metadata: { name }, spec: specOf(shape, version, values) };
	return { asked: { method: 'POST', path: pathOf(version), body }, status: 201, change: (field) => () => values.get(field.name) };
}

function changing(shape: Shape, name: string, version: VersionName, random: Random): Sent {
	const path = `${pathOf(version)}/${name}`;
	const of = (type: string): Pick<Asked, 'headers'> => ({ headers: { 'content-type': `application/${type}+json` } });
	const patch = (type: string, body: object, change: Sent['change']): Sent => ({ asked: { method: 'PATCH', path, body, ...of(type) }, status: 200, change });
	switch (random.below(4)) {
		case 0: {
			const { asked, change } = creating(shape, name, version, random);
			return { asked: { ...asked, method: 'PUT', path }, status: 200, change };
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

/** Some entries of maps are to go. */
function withNulls(values: Map<string, Possible | null>, shape: Shape, random: Random): Map<string, Possible | null> {
	for (const { name, type } of shape) {
		const value = values.get(name);
		if (type === 'tags' && value !== undefined && value !== null && random.once(2))
			values.set(name, { ...(value as JsonObject), [random.of(['x', 'y'])]: null });
	}
	return values;
}

/** By RFC 7396, and by the keys of entries where a strategic patch says so. */
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
