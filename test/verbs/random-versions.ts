/**
 * Generates kinds for property tests: a storage version, an older version that can express less, and conversion steps of every sort in
 * every place.
 */
import fc from 'fast-check';
import type { Catalog, ConversionStep, Field, KindDescriptor, Presence, Schema, TypeDescriptor } from '../../runtime/model/catalog.ts';
import { catalogOf, objectMeta, struct } from '../schema/fixture.ts';

export const group = 'made.example.com';

/** One field, or a group of related fields. */
type Part =
	| { readonly kind: 'scalar'; readonly of: ScalarName; readonly presence: Presence }
	/** Part that only the storage version has. */
	| { readonly kind: 'hidden'; readonly of: ScalarName; readonly default: boolean }
	| { readonly kind: 'whenAbsent' }
	| { readonly kind: 'set' }
	| { readonly kind: 'struct' | 'listMap' | 'map' | 'atomic'; readonly inner: readonly Part[] }
	| {
			readonly kind: 'move';
			readonly from: Way;
			readonly to: Way;
			readonly of: ScalarName | readonly Part[];
			readonly collides: boolean;
			readonly apart: Apart;
	  }
	| {
			readonly kind: 'join';
			readonly from: Way;
			readonly to: 'same' | Way;
			readonly isStored: boolean;
			readonly separator: string;
			readonly presence: Presence;
	  }
	| { readonly kind: 'split'; readonly from: Way; readonly to: 'same' | 'flat' | Exclude<Way, 'shared'>; readonly hidden: boolean };

/** Place of a field: `below` is in a struct that only one version has, `shared` in one that both have. */
type Way = 'flat' | 'below' | 'shared';
/** Field of a moved struct that is converted separately: renamed inside it, or moved out of it. */
type Apart = 'none' | 'renamed' | 'out';
type ScalarName = 'string' | 'int32' | 'boolean' | 'intOrString';

const scalarName = fc.constantFrom<ScalarName>('string', 'int32', 'boolean', 'intOrString');
const way = fc.constantFrom<Way>('flat', 'below', 'shared');

function parts(depth: number): fc.Arbitrary<readonly Part[]> {
	return fc.array(part(depth), { maxLength: depth > 1 ? 4 : 3 });
}

function part(depth: number): fc.Arbitrary<Part> {
	const flat: fc.Arbitrary<Part>[] = [
		fc.record({ kind: fc.constant('scalar' as const), of: scalarName, presence: fc.constantFrom<Presence>('optional', 'omitZero', 'always') }),
		fc.record({ kind: fc.constant('hidden' as const), of: scalarName, default: fc.boolean() }),
		fc.constant({ kind: 'whenAbsent' }),
		fc.constant({ kind: 'set' }),
		fc.record({
			kind: fc.constant('split' as const),
			from: way,
			to: fc.constantFrom('same' as const, 'flat' as const, 'below' as const),
			hidden: fc.boolean(),
		}),
		fc.record({
			kind: fc.constant('join' as const),
			from: way,
			to: fc.oneof(fc.constant('same' as const), way),
			isStored: fc.boolean(),
			separator: fc.constantFrom(':', 'a', ' '),
			presence: fc.constantFrom<Presence>('optional', 'omitZero', 'always'),
		}),
	];
	const of = depth === 0 ? scalarName : fc.oneof(scalarName, parts(depth - 1));
	const apart = fc.constantFrom<Apart>('none', 'renamed', 'out');
	flat.push(fc.record({ kind: fc.constant('move' as const), from: way, to: way, of, collides: fc.boolean(), apart }));
	if (depth === 0) return fc.oneof(...flat);
	const kind = fc.constantFrom('struct' as const, 'listMap' as const, 'map' as const, 'atomic' as const);
	return fc.oneof(...flat, fc.record({ kind, inner: parts(depth - 1) }));
}

/** Fields that both versions have, and paths that only the storage version has. */
export interface Pair {
	readonly fields: readonly PairedField[];
	/**
	 * Paths that the older version cannot express. `while` is the path of a value that must be present for the hidden one to stay; absent
	 * means always.
	 */
	readonly hidden: readonly Hidden[];
}

interface Hidden {
	readonly path: string;
	readonly while?: string;
	/** Path of the enclosing object whose presence brings a default. */
	readonly within?: string;
}

interface PairedField {
	readonly here: string;
	readonly storage: string;
	readonly holds: 'struct' | 'listMap' | 'map';
	readonly inner: Pair;
}

export interface MadeUp {
	readonly catalog: Catalog;
	readonly kind: KindDescriptor;
	readonly pair: Pair;
}

export const madeUpKinds: fc.Arbitrary<MadeUp> = fc.tuple(parts(3), fc.boolean()).map(([of, rooted]) => new Maker(rooted).make(of));

interface Level {
	readonly here: Field[];
	readonly storage: Field[];
	readonly fields: PairedField[];
	readonly hidden: Hidden[];
	/** Type in both versions; undefined when the steps belong to the root. */
	readonly type: string | undefined;
}

/** Fields that a type has in both versions before those of its parts. */
interface Beginning {
	readonly here: readonly Field[];
	readonly storage: readonly Field[];
}

/** Moved struct, with the names of its separately converted field. */
interface Moved {
	readonly here: string;
	readonly storage: string;
	readonly part: string;
	readonly other: string;
	/** True when the storage version has another field with the name of the part. */
	readonly collides: boolean;
}

class Maker {
	readonly #types: TypeDescriptor[] = [objectMeta];
	readonly #steps: ConversionStep[] = [];
	/** True when steps are the root's with long paths, instead of a type's. */
	readonly #rooted: boolean;
	#names = 0;

	constructor(rooted: boolean) {
		this.#rooted = rooted;
	}

	make(of: readonly Part[]): MadeUp {
		const every: Field[] = [
			{ name: 'kind', schema: { kind: 'string' } },
			{ name: 'apiVersion', schema: { kind: 'string' } },
			{ name: 'metadata', schema: { kind: 'struct', type: objectMeta.name }, presence: 'always' },
		];
		const pair = this.#level(of, 'Root', this.#rooted ? undefined : 'Root', { here: every, storage: every });
		const kind = kindOf(this.#steps);
		return { catalog: { ...catalogOf(this.#types), kinds: [kind] }, kind, pair };
	}

	#level(of: readonly Part[], name: string, type: string | undefined, start: Beginning): Pair {
		const level: Level = { here: [...start.here], storage: [...start.storage], fields: [], hidden: [], type };
		for (const one of of) this.#add(one, level);
		this.#types.push(struct(`x/v1.${name}`, level.here), struct(`x/v2.${name}`, level.storage));
		return level;
	}

	#name(start: string): string {
		return `${start}${this.#names++}`;
	}

	#inner(of: readonly Part[], start: Beginning = { here: [], storage: [] }): { readonly here: Schema; readonly storage: Schema; readonly pair: Pair } {
		const name = this.#name('T');
		const pair = this.#level(of, name, name, start);
		return { here: { kind: 'struct', type: `x/v1.${name}` }, storage: { kind: 'struct', type: `x/v2.${name}` }, pair };
	}

	#add(part: Part, level: Level): void {
		switch (part.kind) {
			case 'scalar':
				both(level, { name: this.#name('scalar'), schema: { kind: part.of }, presence: part.presence });
				return;
			case 'set':
				both(level, { name: this.#name('set'), schema: { kind: 'list', listType: 'set', items: { kind: 'string' } } });
				return;
			case 'hidden':
				this.#hidden(level, part.default ? 'string' : part.of, part.default);
				return;
			case 'whenAbsent': {
				const name = this.#hidden(level, 'string', false);
				this.#steps.push({ kind: 'whenAbsent', ...typed(level), storage: name, value: 'filled' });
				return;
			}
			case 'move':
				this.#move(part, level);
				return;
			case 'split':
				this.#split(part, level);
				return;
			case 'join':
				this.#join(part, level);
				return;
			default:
				this.#holder(part.kind, part.inner, level);
		}
	}

	#hidden(level: Level, of: ScalarName, isDefaulted: boolean): string {
		const name = this.#name('hidden');
		level.storage.push({ name, schema: { kind: of }, ...(isDefaulted && { default: 'set' }) });
		level.hidden.push({ path: name });
		return name;
	}

	#holder(kind: 'struct' | 'listMap' | 'map' | 'atomic', of: readonly Part[], level: Level): void {
		const name = this.#name(kind);
		const key: Field = { name: 'name', schema: { kind: 'string' }, required: true };
		const { here, storage, pair } = this.#inner(of, kind === 'listMap' ? { here: [key], storage: [key] } : undefined);
		const schemaOf = (inner: Schema): Schema => {
			if (kind === 'struct') return inner;
			if (kind === 'map') return { kind: 'map', values: inner };
			return kind === 'listMap' ? { kind: 'list', listType: 'map', mapKeys: ['name'], items: inner } : { kind: 'list', listType: 'atomic', items: inner };
		};
		level.here.push({ name, schema: schemaOf(here) });
		level.storage.push({ name, schema: schemaOf(storage) });
		if (kind !== 'atomic') level.fields.push({ here: name, storage: name, holds: kind, inner: pair });
	}

	#move({ from, to, of, collides, apart }: Extract<Part, { kind: 'move' }>, level: Level): void {
		const part = this.#name('part');
		const other = this.#name('other');
		const inner = typeof of === 'string' ? undefined : this.#inner(of, apartFields(apart, part, other, collides));
		const schema: Schema = { kind: typeof of === 'string' ? of : 'string' };
		const here = this.#place(level, 'here', from, { name: this.#name('here'), schema: inner?.here ?? schema });
		const storage = this.#place(level, 'storage', to, { name: this.#name('there'), schema: inner?.storage ?? schema });
		this.#steps.push({ kind: 'move', ...typed(level), here, storage });
		if (inner !== undefined) {
			level.fields.push({ here, storage, holds: 'struct', inner: inner.pair });
			this.#apart(apart, { here, storage, part, other, collides }, level);
		}
		if (!collides || from !== 'flat') return;
		level.storage.push({ name: here, schema: { kind: 'string' } });
		level.hidden.push({ path: here });
	}

	#apart(apart: Apart, { here, storage, part, other, collides }: Moved, level: Level): void {
		const field: Field = { name: other, schema: { kind: 'string' } };
		if (apart === 'none') return;
		if (apart === 'out') level.storage.push(field);
		const to = apart === 'out' ? other : `${storage}.${other}`;
		this.#steps.push({ kind: 'move', ...typed(level), here: `${here}.${part}`, storage: to });
		if (collides) level.hidden.push({ path: `${storage}.${part}`, while: here });
	}

	#split({ from, to, hidden }: Extract<Part, { kind: 'split' }>, level: Level): void {
		const name = this.#name('port');
		const here = this.#place(level, 'here', to === 'same' ? 'flat' : from, { name, schema: { kind: 'intOrString' } });
		const alternatives: Field[] = [
			{ name: `${name}Number`, schema: { kind: 'int32' } },
			{ name: `${name}Name`, schema: { kind: 'string' } },
		];
		if (to === 'flat') {
			level.storage.push(...alternatives);
			this.#steps.push({ kind: 'split', ...typed(level), here, integer: `${name}Number`, string: `${name}Name` });
			return;
		}
		const holder = to === 'same' ? name : this.#name('holder');
		const type = `x/v2.${this.#name('Split')}`;
		this.#types.push(struct(type, [...alternatives, ...(hidden ? [{ name: 'beside', schema: { kind: 'string' } } as const] : [])]));
		level.storage.push({ name: holder, schema: { kind: 'struct', type } });
		this.#steps.push({ kind: 'split', ...typed(level), here, integer: `${holder}.${name}Number`, string: `${holder}.${name}Name` });
		if (hidden) level.hidden.push({ path: `${holder}.beside`, while: here });
	}

	/**
	 * Adds a join: its first part goes to any place, the others next to the rest. The text distinguishes "" from absence; otherwise an
	 * empty text is lost, which the check of specs reports.
	 */
	#join({ from, to, isStored, separator, presence }: Extract<Part, { kind: 'join' }>, level: Level): void {
		const name = this.#name('text');
		const [ofText, ofParts] = isStored ? (['storage', 'here'] as const) : (['here', 'storage'] as const);
		const text = this.#place(level, ofText, to === 'same' ? 'flat' : from, { name, schema: { kind: 'string' } });
		const start: Field = { name: `${name}First`, schema: { kind: 'string' } };
		const others: Field[] = [
			// An object whose only values are always present counts as absent.
			{ name: `${name}Number`, schema: { kind: 'int32' }, presence: presence === 'always' ? 'optional' : presence },
			{ name: `${name}Rest`, schema: { kind: 'string' } },
		];
		const parts =
			to === 'same' ? this.#inObject([start, ...others], name, ofParts, level) : [this.#place(level, ofParts, to, start), ...others.map((one) => one.name)];
		if (to !== 'same') level[ofParts].push(...others);
		const ends = isStored ? { here: parts, storage: [text] } : { here: [text], storage: parts };
		this.#steps.push({ kind: 'join', ...typed(level), separator, ...ends });
	}

	/** Returns the paths of fields in a named struct of one version. */
	#inObject(fields: readonly Field[], name: string, version: 'here' | 'storage', level: Level): string[] {
		const type = `x/${version === 'here' ? 'v1' : 'v2'}.${this.#name('Joined')}`;
		this.#types.push(struct(type, version === 'storage' ? [...fields, { name: 'beside', schema: { kind: 'string' } }] : fields));
		level[version].push({ name, schema: { kind: 'struct', type } });
		if (version === 'storage') level.hidden.push({ path: `${name}.beside`, while: name });
		return fields.map((field) => `${name}.${field.name}`);
	}

	/** Adds a field to one version, in a struct or directly, and returns its path. */
	#place(level: Level, version: 'here' | 'storage', where: Way, field: Field): string {
		if (where === 'flat') {
			level[version].push(field);
			return field.name;
		}
		const name = this.#name(where);
		const beside: Field = { name: 'beside', schema: { kind: 'string' } };
		const types = { here: `x/v1.Way${name}`, storage: `x/v2.Way${name}` };
		const other = version === 'here' ? 'storage' : 'here';
		level[version].push({ name, schema: { kind: 'struct', type: types[version] } });
		if (where === 'below') {
			const defaulted: Field = { ...beside, name: 'defaulted', default: 'set' };
			this.#types.push(struct(types[version], version === 'storage' ? [field, beside, defaulted] : [field]));
			if (version === 'storage') level.hidden.push({ path: `${name}.beside` }, { path: `${name}.defaulted`, within: name });
			return `${name}.${field.name}`;
		}
		level[other].push({ name, schema: { kind: 'struct', type: types[other] } });
		const common: Field = { name: 'common', schema: { kind: 'string' } };
		this.#types.push(struct(types[version], [field, common, ...(version === 'storage' ? [beside] : [])]));
		this.#types.push(struct(types[other], [common, ...(other === 'storage' ? [beside] : [])]));
		level.hidden.push({ path: `${name}.beside`, while: name });
		return `${name}.${field.name}`;
	}
}

/** Returns the fields of a moved struct for its separately converted field. */
function apartFields(apart: Apart, part: string, other: string, collides: boolean): Beginning {
	const [field, renamed]: Field[] = [part, other].map((name) => ({ name, schema: { kind: 'string' } }));
	if (apart === 'none' || field === undefined || renamed === undefined) return { here: [], storage: [] };
	const another: Field[] = collides ? [field] : [];
	return { here: [field], storage: apart === 'renamed' ? [...another, renamed] : another };
}

function typed({ type }: Level): { readonly type?: string } {
	return type === undefined ? {} : { type };
}

function both(level: Level, field: Field): void {
	level.here.push(field);
	level.storage.push(field);
}

function kindOf(conversion: readonly ConversionStep[]): KindDescriptor {
	return {
		kind: 'Made',
		listKind: 'MadeList',
		plural: 'mades',
		singular: 'made',
		shortNames: [],
		categories: [],
		scope: 'Namespaced',
		storageName: 'mades',
		versions: [
			{ group, version: 'v2', type: 'x/v2.Root', introduced: '1.21' },
			{ group, version: 'v1', type: 'x/v1.Root', introduced: '1.21', conversion },
		],
		storageVersion: 0,
		verbs: [],
		deleteReturns: 'status',
		subresources: {},
		columns: [],
		selectableFields: [],
		generation: false,
		nameFormat: 'dns-subdomain',
	};
}
