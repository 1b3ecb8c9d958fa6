/** Consequences of changed fields, by keyword. TypeScript checks that every keyword of the model has a row. */
import type { Field, ListSchema, MapSchema, ScalarSchema } from '../../../runtime/model/catalog.ts';
import { shown } from '../change.ts';
import { equalJson, isRecord, type JsonRecord } from '../json.ts';
import { breaks, type Classify, change, compareBy, either, entries, flag, keeps, type Located, listOf, type Table } from './finding.ts';
import { gate, introduced, removedIn } from './life.ts';
import { rules } from './rules.ts';

const newVersion = 'change it in a new version, with a conversion';
const merges = either(breaks('merged', 'is merged and owned otherwise', { instead: newVersion, sdk: 'none' }));
const looks = either(keeps('shown', 'is shown otherwise in documents', { sdk: 'patch' }));
const asStored = either(breaks('behaves', 'is handled otherwise when it is written', { instead: newVersion, sdk: 'none' }));

const number: Classify = (from, to) => {
	if (from === undefined) return [keeps('renumbered', 'has a protobuf number from now on', { to: shown(to), sdk: 'none' })];
	if (to === undefined)
		return [breaks('renumbered', 'has no protobuf number any more', { from: shown(from), instead: 'give it back its number', sdk: 'none' })];
	return [
		breaks('renumbered', 'has another protobuf number: clients with the old number read it as another field', {
			from: shown(from),
			to: shown(to),
			instead: 'give it back its number',
			sdk: 'none',
		}),
	];
};

/** Compares how absent and empty values are encoded. A change of `required` covers it, because a required field is never absent. */
const presence: Classify = (from, to, beside) =>
	(beside.from.required === true) === (beside.to.required === true)
		? either(breaks('presented', 'is written otherwise when it is absent or empty', { instead: newVersion }))(from, to, beside)
		: [];

/** Keywords of a field, except `is` and those of its value's parts. */
const fieldTable: Table<Exclude<keyof Field, 'name' | 'schema' | 'history'>> = {
	number,
	presence,
	required: flag(
		breaks('tightened', 'is required from now on', { instead: 'give it a default, or require it in a new version' }),
		keeps('loosened', 'is not required any more', { sdk: 'major' }),
	),
	mayBeEmpty: flag(
		keeps('loosened', 'may be empty from now on', { sdk: 'patch' }),
		breaks('tightened', 'may not be empty any more', { instead: newVersion, sdk: 'none' }),
	),
	emptyIsGiven: either(breaks('presented', 'counts otherwise when it is sent empty', { instead: newVersion, sdk: 'none' })),
	nullable: flag(keeps('loosened', 'may be null from now on', { sdk: 'major' }), breaks('tightened', 'may not be null any more', { instead: newVersion })),
	default: change({
		appears: breaks('defaulted', 'has a default from now on', { instead: 'add the default in a new version', sdk: 'none' }),
		differs: breaks('defaulted', 'has another default', { instead: 'change the default in a new version', sdk: 'none' }),
		goes: breaks('defaulted', 'has no default any more', { instead: 'keep the default, or add a new version', sdk: 'none' }),
	}),
	defaultShown: looks,
	// The calendar of the field follows from its spec root.
	platform: () => [],
	immutable: flag(
		breaks('tightened', 'cannot be changed any more', { instead: newVersion, sdk: 'none' }),
		keeps('loosened', 'can be changed from now on', { sdk: 'patch' }),
	),
	writeOnly: flag(
		breaks('behaves', 'cannot be read any more', { instead: newVersion, sdk: 'none' }),
		breaks('behaves', 'can be read from now on, and is kept', { instead: 'show it in a new version', sdk: 'none' }),
	),
	lifecycle: asStored,
	union: either(breaks('tightened', 'belongs to another union', { instead: newVersion, sdk: 'none' })),
	inline: either(breaks('retyped', 'is embedded differently in its parent object', { instead: newVersion })),
	patchStrategy: merges,
	patchMergeKey: merges,
	mapType: merges,
	gate,
	withoutGate: either(keeps('gated', 'behaves differently without its gate', { sdk: 'none' })),
	introduced,
	removed: removedIn,
};

const values: Classify = (from, to, beside) => {
	const isOpen = (record: JsonRecord) => record.enumOpen === true;
	if (isOpen(beside.from) && isOpen(beside.to)) return [keeps('shown', 'lists other values in documents', { from: shown(from ?? []), to: shown(to ?? []) })];
	if (from === undefined)
		return isOpen(beside.to)
			? [keeps('shown', 'lists values in documents', { to: shown(to) })]
			: [breaks('tightened', 'accepts only listed values from now on', { to: shown(to), instead: newVersion })];
	if (to === undefined) return [keeps('loosened', 'accepts all values from now on', { from: shown(from) })];
	return entries(
		(value) => keeps('added', `takes the value ${value} from now on`, { to: value }),
		(value) =>
			breaks('removed', `takes the value ${value} no more`, { from: value, instead: 'keep the value in this version, and remove it in a new version' }),
		keeps('shown', 'lists its values in another order', { sdk: 'none' }),
	)(from, to, beside);
};

type ValueKeyword = Exclude<keyof ScalarSchema | keyof ListSchema | keyof MapSchema, 'kind' | 'items' | 'values' | 'keys' | 'ofDefinition'>;

const valueTable: Table<ValueKeyword> = {
	rules,
	enum: values,
	enumOpen: flag(keeps('loosened', 'also accepts values that are not listed'), breaks('tightened', 'accepts only the listed values', { instead: newVersion })),
	enumHidden: looks,
	nullable: flag(keeps('loosened', 'may be null from now on', { sdk: 'major' }), breaks('tightened', 'may not be null any more', { instead: newVersion })),
	enumGates: either(keeps('gated', 'has values that depend on other gates', { sdk: 'none' })),
	markedSince: looks,
	precision: either(breaks('behaves', 'is rounded otherwise', { instead: newVersion, sdk: 'none' })),
	listType: merges,
	mapKeys: merges,
	mayRepeat: change({
		appears: keeps('loosened', 'may have equal entries', { sdk: 'patch' }),
		differs: keeps('deprecated', 'brings another warning for equal entries', { sdk: 'patch' }),
		goes: breaks('tightened', 'may not have equal entries any more', { instead: newVersion, sdk: 'none' }),
	}),
	mapType: merges,
};

/** Reports whether the keyword is about the value, its items, values or keys. */
const isPart = (keyword: string): boolean => keyword === 'value' || /^(\[\]|\{\}|<>)+$/.test(keyword);

export interface Renamed {
	/** New names of renamed types. */
	readonly types: ReadonlyMap<string, string>;
}

/** Compares the field in its first and in its last state. When only the releases of its history differ, the field is rescheduled. */
export function fieldFindings(from: JsonRecord, to: JsonRecord, renamed: Renamed): readonly Located[] {
	const found = [...plainFindings(plain(from), plain(to), renamed)];
	if (!equalJson(from.history, to.history)) {
		const known = new Set(found.map(identity));
		found.push(...plainFindings(atLast(from), atLast(to), renamed).filter((finding) => !known.has(identity(finding))));
		if (found.length === 0)
			found.push({
				...keeps('rescheduled', 'changes in other releases', { from: shown(from.history), to: shown(to.history), sdk: 'none' }),
				keyword: 'history',
			});
	}
	return found;
}

function identity({ keyword, sort, message, from, to }: Located): string {
	return JSON.stringify([keyword, sort, message, from, to]);
}

function plain({ history: _, ...field }: JsonRecord): JsonRecord {
	return field;
}

/** Returns the field after its whole history; `false` removes a keyword. */
function atLast(field: JsonRecord): JsonRecord {
	let now = plain(field);
	for (const entry of listOf(field.history).filter(isRecord)) {
		const { from: _, ...set } = entry;
		const before = set.is === undefined ? now : Object.fromEntries(Object.entries(now).filter(([keyword]) => !isPart(keyword)));
		now = Object.fromEntries(Object.entries({ ...before, ...set }).filter(([keyword, value]) => value !== false || keyword === 'default'));
	}
	return now;
}

function plainFindings(from: JsonRecord, to: JsonRecord, { types }: Renamed): readonly Located[] {
	const was = String(from.is).replace(/[^[\]{}]+/g, (name) => types.get(name) ?? name);
	const own = compareBy(fieldTable, { from, to }, (keyword) => keyword !== 'is' && !isPart(keyword));
	if (was !== to.is) {
		const retyped = breaks('retyped', 'has another type', {
			from: shown(from.is),
			to: shown(to.is),
			instead: 'add a field of that type and deprecate this field, or change it in a new version',
		});
		return [{ ...retyped, keyword: 'type' }, ...own];
	}
	const parts = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter(isPart);
	const ofParts = parts.flatMap((part) => {
		const [a, b] = [from[part], to[part]];
		return compareBy(valueTable, { from: isRecord(a) ? a : {}, to: isRecord(b) ? b : {} }).map((finding) => ({
			...finding,
			message: `${partWords(part)}${finding.message}`,
		}));
	});
	return [...own, ...ofParts];
}

/** Describes a part: `[]{}` is each value in each item. */
function partWords(part: string): string {
	if (part === 'value') return '';
	const words: Readonly<Record<string, string>> = { '[]': 'each item', '{}': 'each value', '<>': 'each key' };
	return `${(part.match(/../g) ?? [])
		.map((step) => words[step] ?? step)
		.reverse()
		.join(' of ')} `;
}
