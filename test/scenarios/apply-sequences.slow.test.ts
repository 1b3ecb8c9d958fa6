/**
 * Tests random sequences of applies, updates and patches by several managers against a model of a few lines. The model predicts the owners
 * of each key and the conflicts of each refused step (seed 1, "Field ownership").
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type ServerProcess, startServer } from '../setup/server.ts';

let server: ServerProcess;
beforeAll(async () => {
	server = await startServer(inject('built').orch);
});
afterAll(() => server.remove());

/** Values by key, for example `data.a` or `labels.x`. */
type Values = Readonly<Record<string, string>>;

interface Step {
	readonly kind: 'apply' | 'put' | 'patch' | 'forget';
	readonly manager: string;
	readonly force: boolean;
	readonly values: Values;
	/** Keys that a patch removes. */
	readonly gone: readonly string[];
}

const keys = ['data.a', 'data.b', 'data.c', 'labels.x', 'labels.y'];
const steps: fc.Arbitrary<Step[]> = fc.array(
	fc.record({
		kind: fc.constantFrom('apply', 'apply', 'apply', 'put', 'patch', 'patch', 'forget'),
		manager: fc.constantFrom('one', 'two', 'three'),
		force: fc.boolean(),
		values: fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('1', '2')),
		gone: fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 2 }),
	}),
	{ minLength: 1, maxLength: 12 },
);

class Model {
	values: Values | undefined;
	/** Keys by manager and operation, for managers that own any. An empty map means that ownership is not tracked. */
	owners = new Map<string, ReadonlySet<string>>();

	/** Returns the conflicts as `KEY MANAGER`, sorted. */
	take({ kind, manager, force, values, gone }: Step): readonly string[] {
		if (kind === 'apply') return this.#apply(manager, values, force);
		if (kind === 'forget') this.owners.clear();
		else this.#update(manager, kind === 'put' ? values : { ...without(this.values ?? {}, gone), ...values });
		return [];
	}

	#apply(manager: string, values: Values, force: boolean): readonly string[] {
		const live = this.values;
		const me = `${manager} Apply`;
		const owners =
			live !== undefined && this.owners.size === 0 ? new Map([['before-first-apply Update', new Set(Object.keys(withMaps(live)))]]) : new Map(this.owners);
		const others = [...owners].filter(([owner]) => owner !== me);
		const changed = differing(values, live ?? {});
		const inTheWay = others.flatMap(([owner, owned]) => changed.filter((key) => owned.has(key)).map((key) => `${key} ${owner.split(' ')[0]}`));
		if (inTheWay.length > 0 && !force) return inTheWay.sort();
		this.owners = owners;
		const dropped = [...(owners.get(me) ?? [])].filter((key) => !(key in values) && !others.some(([, owned]) => owned.has(key)));
		for (const [owner] of others) this.#lose(owner, changed);
		this.#give(me, Object.keys(values));
		this.values = { ...without(live ?? {}, dropped), ...values };
		return [];
	}

	#update(manager: string, values: Values): void {
		const live = this.values ?? {};
		const isTracked = this.values === undefined || this.owners.size > 0;
		this.values = values;
		if (!isTracked) return;
		const changed = differing(values, live);
		const removed = Object.keys(withMaps(live)).filter((key) => !(key in withMaps(values)));
		for (const owner of this.owners.keys()) this.#lose(owner, [...changed, ...removed]);
		const me = `${manager} Update`;
		this.#give(me, [...(this.owners.get(me) ?? []), ...changed]);
	}

	#lose(owner: string, lost: readonly string[]): void {
		this.#give(
			owner,
			[...(this.owners.get(owner) ?? [])].filter((key) => !lost.includes(key)),
		);
	}

	#give(owner: string, owned: readonly string[]): void {
		if (owned.length === 0) this.owners.delete(owner);
		else this.owners.set(owner, new Set(owned));
	}

	get owned(): Readonly<Record<string, readonly string[]>> {
		return Object.fromEntries([...this.owners].map(([owner, owned]) => [owner, [...owned].sort()] as const));
	}
}

/** Adds the maps that hold the keys (`data`, `labels`): updates own a map separately from its entries. */
function withMaps(values: Values): Values {
	return { ...values, ...Object.fromEntries(Object.keys(values).map((key) => [key.slice(0, key.indexOf('.')), 'a map'])) };
}

function differing(values: Values, live: Values): readonly string[] {
	const before = withMaps(live);
	return Object.entries(withMaps(values)).flatMap(([key, value]) => (before[key] === value ? [] : [key]));
}

function without(values: Values, gone: readonly string[]): Values {
	return Object.fromEntries(Object.entries(values).filter(([key]) => !gone.includes(key)));
}

/**
 * Builds the object that a step sends. `null` removes a key. Empty maps are left out: they are not stored, but owned by the manager that
 * applies them.
 */
function objectOf(name: string, values: Readonly<Record<string, string | null>>): object {
	const of = (part: string): object => {
		const members = Object.entries(values).flatMap(([key, value]) => (key.startsWith(`${part}.`) ? [[key.slice(part.length + 1), value] as const] : []));
		return members.length === 0 ? {} : { [part]: Object.fromEntries(members) };
	};
	return { metadata: { name, ...of('labels') }, ...of('data') };
}

interface Shown {
	readonly metadata: { readonly labels?: Values; readonly managedFields?: readonly Entry[] };
	readonly data?: Values;
	readonly details?: { readonly causes: readonly { readonly field: string; readonly message: string }[] };
}

interface Entry {
	readonly manager: string;
	readonly operation: string;
	readonly fieldsV1: { readonly 'f:data'?: object; readonly 'f:metadata'?: { readonly 'f:labels'?: object } };
}

function valuesOf({ metadata, data = {} }: Shown): Values {
	const of = (part: string, values: Values): (readonly [string, string])[] => Object.entries(values).map(([key, value]) => [`${part}.${key}`, value]);
	return Object.fromEntries([...of('data', data), ...of('labels', metadata.labels ?? {})]);
}

function ownedIn({ metadata: { managedFields = [] } }: Shown): Readonly<Record<string, readonly string[]>> {
	const of = (part: string, fields: object | undefined): string[] => {
		if (fields === undefined) return [];
		const elements = Object.keys(fields);
		return elements.length === 0 ? [part] : elements.map((element) => (element === '.' ? part : `${part}.${element.slice('f:'.length)}`));
	};
	const owned = managedFields.map(({ manager, operation, fieldsV1 }) => [
		`${manager} ${operation}`,
		[...of('data', fieldsV1['f:data']), ...of('labels', fieldsV1['f:metadata']?.['f:labels'])].sort(),
	]);
	return Object.fromEntries(owned) as Record<string, string[]>;
}

const all = '/api/v1/namespaces/default/configmaps';
let names = 0;

async function check(sequence: readonly Step[]): Promise<void> {
	const name = `random-${++names}`;
	const model = new Model();
	for (const step of sequence) {
		// A missing object is created: by an apply, or by a create instead of an update.
		const isNew = model.values === undefined;
		if (isNew && step.kind === 'forget') continue;
		const { status, shown } = await send(name, isNew && step.kind === 'patch' ? { ...step, kind: 'put' } : step, isNew);
		const conflicts = model.take(isNew && step.kind === 'patch' ? { ...step, kind: 'put' } : step);
		expect(status).toBe(conflicts.length > 0 ? 409 : isNew ? 201 : 200);
		if (conflicts.length > 0) {
			const told = shown.details?.causes.map(({ field, message }) => `${field.replace(/^\.(metadata\.)?/, '')} ${/"(.*)"/.exec(message)?.[1]}`);
			expect(told?.sort()).toEqual(conflicts);
			continue;
		}
		expect(valuesOf(shown)).toEqual(model.values);
		expect(ownedIn(shown)).toEqual(model.owned);
	}
}

async function send(name: string, { kind, manager, force, values, gone }: Step, isNew: boolean): Promise<{ readonly status: number; readonly shown: Shown }> {
	const as = `fieldManager=${manager}`;
	const object = { apiVersion: 'v1', kind: 'ConfigMap', ...objectOf(name, values) };
	const one = `${all}/${name}?${as}`;
	const typed = (type: string) => ({ 'content-type': `application/${type}` });
	const call = (): ReturnType<ServerProcess['call']> => {
		switch (kind) {
			case 'apply':
				return server.call('PATCH', `${one}${force ? '&force=true' : ''}`, object, typed('apply-patch+yaml'));
			case 'put':
				return isNew ? server.call('POST', `${all}?${as}`, object) : server.call('PUT', one, object);
			case 'patch':
				return server.call('PATCH', one, objectOf(name, { ...Object.fromEntries(gone.map((key) => [key, null])), ...values }), typed('merge-patch+json'));
			case 'forget':
				return server.call('PATCH', one, { metadata: { managedFields: [{}] } }, typed('merge-patch+json'));
		}
	};
	const { status, text } = await call();
	return { status, shown: JSON.parse(text) as Shown };
}

it('sequences of writes have the owners of a model', async () => {
	await fc.assert(fc.asyncProperty(steps, check), { numRuns: 300, seed: 1 });
}, 120_000);
