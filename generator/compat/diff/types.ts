/** Changes of types and fields. A removed and an added element may be the same, renamed or moved. */
import type { Json, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { type Change, shown } from '../change.ts';
import { canonical, equalJson, isRecord, type JsonRecord, keysOfBoth, own } from '../json.ts';
import { reservedOf } from '../lock/lock.ts';
import { stabilityOfGate, stabilityOfType } from '../stability.ts';
import { ownKey, type Parts, reservedKey, type Surface } from '../surface.ts';
import { fieldFindings } from './field.ts';
import { breaks, compareBy, either, entries, flag, keeps, listOf, type Table } from './finding.ts';
import { sinceOldest } from './life.ts';
import { changeAt, type DiffContext, type ElementSite } from './place.ts';
import { rules } from './rules.ts';

const newVersion = 'change it in a new version, with a conversion';

const unions = entries(
	(union) => breaks('tightened', `has a union of fields: ${union}`, { to: union, instead: newVersion, sdk: 'none' }),
	(union) => breaks('loosened', `has the union ${union} no more`, { from: union, instead: 'keep the union', sdk: 'none' }),
	keeps('shown', 'lists its unions in another order, or refuses with other words', { sdk: 'none' }),
);

/** Clients rely on what a union accepts, not on its messages. */
function promisedUnion(union: Json): Json {
	if (!isRecord(union)) return union;
	const { name = null, members = null, discriminator } = union;
	return { name, members, ...(discriminator !== undefined && { discriminator }) };
}

const typeTable: Table<Exclude<keyof TypeDescriptor, 'name' | 'fields'>> = {
	rules,
	// The calendar's own changes are reported as such.
	product: () => [],
	unions: (from, to, beside) => unions(listOf(from).map(promisedUnion), listOf(to).map(promisedUnion), beside),
	openapi: either(breaks('renamed', 'has another name in OpenAPI documents', { instead: 'keep the name' })),
	preserveUnknown: flag(keeps('loosened', 'keeps fields that are not named'), breaks('tightened', 'drops fields that are not named', { instead: newVersion })),
	variant: either(breaks('retyped', 'has values of another form', { instead: newVersion })),
	mapType: either(breaks('merged', 'is owned otherwise', { instead: newVersion, sdk: 'none' })),
	markedSince: either(keeps('shown', 'is shown otherwise in documents', { sdk: 'patch' })),
};

export function typeChanges(comparing: DiffContext): readonly Change[] {
	const [were, are] = [comparing.before.surface.types, comparing.now.types];
	const renamed = renamedTypes(comparing);
	const newNames = new Set(renamed.values());
	const moves = movesBetween(were, are);
	return keysOfBoth(were, are).flatMap((name) => {
		const [was, is] = [own(were, name), own(are, name)];
		const place: ElementSite = { where: name, element: 'type', path: ['types', name], isAlpha: stabilityOfType(name) === 'alpha' };
		if (is === undefined) {
			const to = renamed.get(name);
			// Fields of the removed type report their other type.
			if (to === undefined) return [changeAt(place, { ...keeps('removed', 'is gone', { sdk: 'major' }), keyword: '' })];
			return [changeAt(place, { ...keeps('renamed', `is called ${to}`, { from: name, to, sdk: 'major' }), keyword: '' })];
		}
		if (was === undefined) return newNames.has(name) ? [] : [changeAt(place, { ...keeps('added', 'is new'), keyword: '' })];
		return [
			...compareBy(typeTable, { from: own(was, ownKey) ?? {}, to: own(is, ownKey) ?? {} }).map((finding) =>
				changeAt({ ...place, path: [...place.path, ownKey] }, finding),
			),
			...fieldsOf(name, was, is, { place, moves, renamed, comparing }),
		];
	});
}

interface FieldContext {
	readonly place: ElementSite;
	readonly moves: ReadonlyMap<string, string>;
	readonly renamed: ReadonlyMap<string, string>;
	readonly comparing: DiffContext;
}

function fieldsOf(type: string, was: Parts, is: Parts, { place, moves, renamed, comparing }: FieldContext): readonly Change[] {
	const { oldest } = comparing;
	const names = fieldNames(was, is);
	const gone = names.filter((name) => !Object.hasOwn(is, name));
	const come = names.filter((name) => !Object.hasOwn(was, name));
	const newNames = pairs(gone, come, was, is);
	const taken = new Set(newNames.values());
	const formerNumbers = new Map(Object.entries(reservedOf(was)).map(([number, name]) => [Number(number), String(name)]));
	for (const name of gone) {
		const number = was[name]?.number;
		if (typeof number === 'number') formerNumbers.set(number, name);
	}
	const at = (field: string): ElementSite => ({
		where: `${type}.${field}`,
		element: 'field',
		path: ['types', type, field],
		isAlpha: place.isAlpha || isGatedAlpha(was[field] ?? is[field], comparing),
	});
	return names.flatMap((name) => {
		const [before, now] = [own(was, name), own(is, name)];
		if (before !== undefined && now !== undefined)
			return fieldFindings(sinceOldest(before, oldest), sinceOldest(now, oldest), { types: renamed }).map((finding) => changeAt(at(name), finding));
		if (now === undefined) {
			const to = newNames.get(name) ?? moves.get(`${type}.${name}`);
			const instead = 'keep it in this version, marked with "deprecated", and remove it in a new version';
			const finding = newNames.has(name)
				? breaks('renamed', `is called ${to}`, {
						from: name,
						to: String(to),
						instead: 'keep the name in this version; a new version may rename it, with a conversion',
					})
				: to !== undefined
					? breaks('moved', `stands in ${to}`, { to, instead: 'keep its position in this version; a new version may move it, with a conversion' })
					: breaks('removed', 'is gone', { from: shown(before?.is), instead });
			return [changeAt(at(name), { ...finding, keyword: '' })];
		}
		return taken.has(name) ? [] : newField(name, now, formerNumbers).map((finding) => changeAt(at(name), finding));
	});
}

function newField(name: string, field: JsonRecord, formerNumbers: ReadonlyMap<number, string>) {
	const to = { to: shown(field.is) };
	const isAsked = field.required === true && field.default === undefined;
	const added = isAsked
		? breaks('tightened', 'is new, and required: objects without it are refused', { ...to, instead: 'give it a default, or do not require it in this version' })
		: keeps('added', 'is new', to);
	const former = typeof field.number === 'number' ? formerNumbers.get(field.number) : undefined;
	if (former === undefined || former === name) return [{ ...added, keyword: '' }];
	const reused = breaks('reused', `has the protobuf number ${field.number}, which ${former} had`, {
		to: shown(field.number),
		instead: 'remove "protobuf": the tool assigns an unused number',
		always: true,
		sdk: 'none',
	});
	return [
		{ ...added, keyword: '' },
		{ ...reused, keyword: 'protobuf' },
	];
}

function fieldNames(...types: readonly Parts[]): string[] {
	return [...new Set(types.flatMap((type) => Object.keys(type)))].filter((name) => name !== ownKey && name !== reservedKey);
}

/** Reports whether an alpha gate guards the field, which is then not promised. */
function isGatedAlpha(field: JsonRecord | undefined, { gates }: DiffContext): boolean {
	return typeof field?.gate === 'string' && stabilityOfGate(own(gates, field.gate)) === 'alpha';
}

/** Returns renamed fields: equal ones with the same number or, without numbers, the only possible pair. */
function pairs(gone: readonly string[], come: readonly string[], was: Parts, is: Parts): ReadonlyMap<string, string> {
	const found = new Map<string, string>();
	for (const name of gone) {
		const alike = come.filter((other) => equalJson(was[name], is[other]));
		const [only] = alike;
		const isCertain = was[name]?.number !== undefined || (gone.length === 1 && come.length === 1);
		if (only !== undefined && alike.length === 1 && isCertain) found.set(name, only);
	}
	return found;
}

/**
 * Returns types that were renamed, or moved to another version of the same name, as when the storage version changes. Types refer to each
 * other, so each match may enable others.
 */
export function renamedTypes({ before, now }: DiffContext): ReadonlyMap<string, string> {
	const gone = Object.keys(before.surface.types).filter((name) => !Object.hasOwn(now.types, name));
	const come = Object.keys(now.types).filter((name) => !Object.hasOwn(before.surface.types, name));
	const found = new Map<string, string>();
	const essences = new Map(come.map((name) => [name, essenceOf(now.types[name] ?? {}, new Map(), name)]));
	for (let known = -1; known < found.size; ) {
		known = found.size;
		for (const name of gone.filter((one) => !found.has(one))) {
			const essence = essenceOf(before.surface.types[name] ?? {}, found, name);
			const taken = new Set(found.values());
			const alike = come.filter((other) => !taken.has(other) && isNear(name, other) && essences.get(other) === essence);
			const [only] = alike;
			if (only !== undefined && alike.length === 1) found.set(name, only);
		}
	}
	return found;
}

/** Reports whether both types have the same version, or the same name in one package. */
function isNear(one: string, other: string): boolean {
	return folder(one) === folder(other) || (packageOf(one) === packageOf(other) && one.slice(folder(one).length) === other.slice(folder(other).length));
}

function packageOf(type: string): string {
	return type.slice(0, type.indexOf('/'));
}

/** Returns the type's text without its name. References to itself become anonymous; renamed types get their new names. */
function essenceOf({ [ownKey]: said = {}, [reservedKey]: _, ...fields }: Parts, renamed: ReadonlyMap<string, string>, self: string): string {
	const { openapi: __, ...own } = said;
	const named = Object.entries(fields).map(([name, field]) => [name, { ...field, is: withNames(String(field.is), renamed, self) }]);
	return canonical([own, Object.fromEntries(named)]);
}

function withNames(is: string, renamed: ReadonlyMap<string, string>, self: string): string {
	return is.replace(/[^[\]{}]+/g, (name) => (name === self ? 'itself' : (renamed.get(name) ?? name)));
}

/** Returns `shop/v1` for `shop/v1.Product`. */
function folder(type: string): string {
	return type.slice(0, type.lastIndexOf('.'));
}

/**
 * Returns fields that moved to another type of the same package and version, by `TYPE.field`. They equal the old one except for the number,
 * and are unique.
 */
function movesBetween(were: Surface['types'], are: Surface['types']): ReadonlyMap<string, string> {
	const identity = (type: string, name: string, field: JsonRecord) => {
		const { number: _, ...rest } = field;
		return canonical([folder(type), name, rest]);
	};
	const only = (from: Surface['types'], to: Surface['types']) => {
		const found = new Map<string, string | undefined>();
		for (const [type, parts] of Object.entries(from)) {
			const others = own(to, type);
			for (const [name, field] of Object.entries(parts)) {
				if (name === ownKey || name === reservedKey || !isRecord(field) || (others !== undefined && Object.hasOwn(others, name))) continue;
				const key = identity(type, name, field);
				found.set(key, found.has(key) ? undefined : `${type}.${name}`);
			}
		}
		return found;
	};
	const come = only(are, were);
	const moves = new Map<string, string>();
	for (const [key, from] of only(were, are)) {
		const to = come.get(key);
		if (from !== undefined && to !== undefined) moves.set(from, to);
	}
	return moves;
}
