/** Conversion steps between a version and the storage version: those in the spec, and those that follow from renamed fields. */
import type { ConversionStep, ExchangedValue, MovedEntry, Schema } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { at, keyNode, listAt, type MapNode, plain, type SpecNode, text, textAt } from '../source/node.ts';
import { checkPath } from '../types/field-path.ts';
import { checkWritten } from '../types/written-value.ts';
import { checkJoin, makeJoin } from './joins.ts';
import { checkOverlap, type PlacedStep } from './overlap.ts';
import { isAlike, wordOf } from './schema-words.ts';

/** Types of the two versions that steps connect. */
interface ConvertedTypes {
	readonly here: string;
	readonly storage: string | undefined;
}

/** Returns the steps of the spec. Their paths are checked once all types are made. */
export function writtenSteps(nodes: readonly SpecNode[], { here, storage }: ConvertedTypes, context: ReadContext): PlacedStep[] {
	return nodes.flatMap((node): PlacedStep[] => {
		if (node.kind !== 'map') return [];
		const steps = makeSteps(node, context);
		if (steps.length > 0) context.later.push(() => checkStep(node, here, storage, context));
		return steps.map((step) => ({ node, step }));
	});
}

export function checkSteps(placed: readonly PlacedStep[], hereType: string, context: ReadContext): void {
	checkOverlap(placed, ({ type }) => (type === undefined ? hereType : counterpart(hereType, type, context)), context);
}

/** Returns the steps of one entry of `converts`; `whenAbsent` may fill in the two ends of a move. */
function makeSteps(node: MapNode, { report }: ReadContext): ConversionStep[] {
	const value = node.entries.get('whenAbsent')?.value;
	if (value === undefined || at(node, 'separator') !== undefined) {
		const step = makeRelocation(node, report);
		return step === undefined ? [] : [step];
	}
	const [here, storage] = [textAt(node, 'here'), textAt(node, 'storage')];
	if (here === undefined && storage === undefined) {
		report(keyNode(node, 'whenAbsent'), '"whenAbsent" fills a field: name it with "storage", with "here", or with both');
		return [];
	}
	const type = textAt(node, 'type');
	const base = type === undefined ? {} : { type };
	const step = here === undefined || storage === undefined || here === storage ? undefined : makeRelocation(node, report);
	return [
		...(step === undefined ? [] : [step]),
		...(storage === undefined ? [] : [{ kind: 'whenAbsent' as const, ...base, storage, value: plain(value) }]),
		...(here === undefined ? [] : [{ kind: 'whenAbsentHere' as const, ...base, here, value: plain(value) }]),
	];
}

function makeRelocation(node: MapNode, report: ReadContext['report']): ConversionStep | undefined {
	if (at(node, 'separator') !== undefined) return makeJoin(node, report);
	const type = textAt(node, 'type');
	const here = textAt(node, 'here');
	const storage = at(node, 'storage');
	const parts = [at(node, 'here'), storage].find((one) => one?.kind === 'list');
	if (parts !== undefined) {
		report(parts, 'a list of the parts of a string needs their "separator"');
		return undefined;
	}
	const path = text(storage);
	const base = type === undefined ? {} : { type };
	if (here === undefined) {
		report(node.entries.values().next().value?.key ?? node, 'a conversion step needs both "here" and "storage", or one of the two and "whenAbsent"');
		return undefined;
	}
	if (storage === undefined) {
		report(keyNode(node, 'here'), 'a conversion step needs both "here" and "storage", or one of the two and "whenAbsent"');
		return undefined;
	}
	if (path !== undefined) return { kind: 'move', ...base, here, storage: path, ...valuesOf(node), ...entriesOf(node, report) };
	for (const name of ['values', 'entries']) {
		if (at(node, name) !== undefined) report(keyNode(node, name), `a split depends on the type of the value: remove "${name}"`);
	}
	return { kind: 'split', ...base, here, integer: textAt(storage, 'integer') ?? '', string: textAt(storage, 'string') ?? '' };
}

function valuesOf(node: MapNode): { readonly values?: readonly ExchangedValue[] } {
	const values = listAt(node, 'values').map((value) => plain(value) as unknown as ExchangedValue);
	return values.length === 0 ? {} : { values };
}

function entriesOf(node: MapNode, report: ReadContext['report']): { readonly entries?: readonly MovedEntry[] } {
	const entries = listAt(node, 'entries').flatMap((entry): MovedEntry[] => {
		const key = textAt(entry, 'key') ?? '';
		const storage = textAt(entry, 'storage');
		const repeats = textAt(entry, 'repeats');
		if ((storage === undefined) === (repeats === undefined))
			report(entry, `the entry ${JSON.stringify(key)} needs either "storage", the field that it is, or "repeats"`);
		return storage === undefined ? [{ key, repeats: repeats ?? '' }] : [{ key, storage }];
	});
	return entries.length === 0 ? {} : { entries };
}

function checkStep(node: MapNode, hereType: string, storageType: string | undefined, context: ReadContext): void {
	if (storageType === undefined) return;
	const here = rootOf(node, hereType, context);
	// The counterpart of a type has the same name in the storage version. Without a counterpart, paths cannot be followed.
	const type = textAt(node, 'type');
	const storage = type === undefined ? storageType : counterpart(storageType, type, context);
	if (at(node, 'separator') !== undefined) {
		checkJoin(node, { here, storage }, context);
		return;
	}
	if (here !== undefined) checkPath(at(node, 'here'), here, 'the conversion path', context);
	if (storage === undefined) return;
	const target = at(node, 'storage');
	const own = here === undefined ? undefined : schemaOf(at(node, 'here'), here, context);
	if (target?.kind === 'map') {
		for (const [key, { value }] of target.entries) {
			const schema = checkPath(value, storage, 'the conversion path', context);
			if (schema !== undefined && schema.kind !== 'any' && !fits(key, schema))
				context.report(value, `the part of a split that is ${key === 'string' ? 'text' : 'an integer'} cannot become ${wordOf(schema)}`);
		}
		if (own !== undefined && own.kind !== 'intOrString' && own.kind !== 'any')
			context.report(at(node, 'here') ?? node, `only an integer or text (type intOrString) can be split, not ${wordOf(own)}`);
		return;
	}
	const value = node.entries.get('whenAbsent')?.value;
	const schema = target === undefined ? undefined : checkPath(target, storage, 'the conversion path', context);
	for (const filled of value === undefined ? [] : [own, schema])
		if (value !== undefined && filled !== undefined) checkWritten(value, filled, 'the value', { context, complete: false });
	for (const one of listAt(node, 'values')) {
		const here = at(one, 'here');
		const there = at(one, 'storage');
		if (own !== undefined && here !== undefined) checkWritten(here, own, 'the value', { context, complete: false });
		if (schema !== undefined && there !== undefined) checkWritten(there, schema, 'the value', { context, complete: false });
	}
	checkEntries(listAt(node, 'entries'), { here, storage, own }, context);
	if (own !== undefined && schema !== undefined && !isAlike(own, schema))
		context.report(
			node,
			`${text(at(node, 'here'))} is ${wordOf(own)} here and ${wordOf(schema)} in the storage version, but a step moves a value without changing it`,
		);
}

interface EntryTypes {
	readonly here: string | undefined;
	readonly storage: string;
	/** Schema of the value with the entries. */
	readonly own: Schema | undefined;
}

function checkEntries(entries: readonly SpecNode[], { here, storage, own }: EntryTypes, context: ReadContext): void {
	for (const entry of entries) {
		const target = at(entry, 'storage');
		const repeated = at(entry, 'repeats');
		if (own !== undefined && (own.kind !== 'map' || own.values.kind !== 'string')) context.report(entry, `only a map of texts has entries, not ${wordOf(own)}`);
		if (repeated !== undefined && here !== undefined) checkText(repeated, here, context);
		for (const path of [target, repeated]) if (path !== undefined) checkText(path, storage, context);
	}
}

function checkText(path: SpecNode, root: string, context: ReadContext): void {
	const schema = checkPath(path, root, 'the conversion path', context);
	if (schema !== undefined && schema.kind !== 'string') context.report(path, `an entry of a map of texts cannot become ${wordOf(schema)}`);
}

/** Returns the schema at a path without reporting errors, because the path has been checked. */
function schemaOf(node: SpecNode | undefined, root: string, context: ReadContext): Schema | undefined {
	return node === undefined ? undefined : checkPath(node, root, 'the conversion path', { ...context, report: () => {} });
}

function fits(part: string, { kind }: Schema): boolean {
	return part === 'string' ? kind === 'string' : kind === 'int32' || kind === 'int64';
}

function rootOf(node: MapNode, hereType: string, context: ReadContext): string | undefined {
	const type = textAt(node, 'type');
	if (type === undefined) return hereType;
	const named = counterpart(hereType, type, context);
	if (named === undefined) {
		const prefix = hereType.slice(0, hereType.indexOf('.') + 1);
		const known = [...context.types.keys()].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
		context.report(at(node, 'type') ?? node, `unknown type ${JSON.stringify(type)} of ${prefix.slice(0, -1)}${suggestion(type, known)}`);
	}
	return named;
}

/** Returns the type of the given name in the version of another type. */
function counterpart(root: string, name: string, context: ReadContext): string | undefined {
	const found = root.slice(0, root.indexOf('.') + 1) + name;
	return context.types.has(found) ? found : undefined;
}
