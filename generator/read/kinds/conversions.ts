/** Conversion steps between a version and the storage version, and whether they leave nothing behind. */
import type { ConversionStep, Schema } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { at, keyNode, type MapNode, plain, type SpecNode, text, textAt } from '../source/node.ts';
import { checkPath } from '../types/field-path.ts';
import { allFields } from '../types/json-fields.ts';
import { checkWritten } from '../types/written-value.ts';
import { checkOverlap } from './overlap.ts';

export function makeConversion(nodes: readonly SpecNode[], hereType: string, storageType: string | undefined, context: ReadContext): ConversionStep[] {
	const placed = nodes.flatMap((node) => {
		if (node.kind !== 'map') return [];
		const step = makeStep(node, context);
		if (step === undefined) return [];
		context.later.push(() => checkStep(node, hereType, storageType, context));
		return [{ node, step }];
	});
	context.later.push(() => checkOverlap(placed, ({ type }) => (type === undefined ? hereType : counterpart(hereType, type, context)), context));
	return placed.map(({ step }) => step);
}

function makeStep(node: MapNode, { report }: ReadContext): ConversionStep | undefined {
	const type = textAt(node, 'type');
	const here = textAt(node, 'here');
	const storage = at(node, 'storage');
	const path = text(storage);
	const base = type === undefined ? {} : { type };
	const value = node.entries.get('whenAbsent')?.value;
	if (value !== undefined) {
		if (here !== undefined) report(keyNode(node, 'here'), '"whenAbsent" fills a field of the storage version that has no counterpart here: leave "here" out');
		return path === undefined ? undefined : { kind: 'whenAbsent', ...base, storage: path, value: plain(value) };
	}
	if (here === undefined) {
		report(node.entries.values().next().value?.key ?? node, 'a conversion step needs "here" and "storage", or "storage" and "whenAbsent"');
		return undefined;
	}
	if (path !== undefined) return { kind: 'move', ...base, here, storage: path };
	return { kind: 'split', ...base, here, integer: textAt(storage, 'integer') ?? '', string: textAt(storage, 'string') ?? '' };
}

function checkStep(node: MapNode, hereType: string, storageType: string | undefined, context: ReadContext): void {
	if (storageType === undefined) return;
	const here = rootOf(node, hereType, context);
	// The counterpart of a type has its name in the storage version; where it has not, the paths cannot be followed here.
	const type = textAt(node, 'type');
	const storage = type === undefined ? storageType : counterpart(storageType, type, context);
	if (here !== undefined) checkPath(at(node, 'here'), here, 'the conversion path', context);
	if (storage === undefined) return;
	const target = at(node, 'storage');
	let schema: Schema | undefined;
	if (target?.kind === 'map') for (const { value } of target.entries.values()) checkPath(value, storage, 'the conversion path', context);
	else schema = checkPath(target, storage, 'the conversion path', context);
	const value = at(node, 'whenAbsent');
	if (value !== undefined && schema !== undefined) checkWritten(value, schema, 'the value', { context, complete: false });
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

/** Fields that matching by name and the steps leave behind. Runs when the steps themselves are right. */
export function checkNothingLost(steps: readonly ConversionStep[], here: string, storage: string, node: SpecNode, context: ReadContext): void {
	const seen = new Set<string>();
	const pair = (a: Schema, b: Schema, path: string): void => {
		if (a.kind === 'list' && b.kind === 'list') pair(a.items, b.items, path);
		else if (a.kind === 'map' && b.kind === 'map') pair(a.values, b.values, path);
		else if (a.kind === 'struct' && b.kind === 'struct') {
			if (a.type === b.type || seen.has(`${a.type} ${b.type}`)) return;
			seen.add(`${a.type} ${b.type}`);
			pairFields(a.type, b.type, path);
		} else if (a.kind !== b.kind)
			context.report(node, `${path} is ${a.kind} here and ${b.kind} in the storage version: say under "converts" how one becomes the other`);
	};
	const pairFields = (a: string, b: string, path: string): void => {
		const hereFields = allFields(a, context);
		const storageFields = allFields(b, context);
		for (const field of hereFields) {
			const full = path === '' ? field.name : `${path}.${field.name}`;
			const moved = steps.filter((step) => step.kind !== 'whenAbsent' && reaches(step.here, step.type, field.name, full, a));
			if (moved.some((step) => step.kind !== 'whenAbsent' && step.here === (step.type === undefined ? full : field.name))) continue;
			const counterpart = storageFields.find((one) => one.name === field.name);
			if (counterpart !== undefined) pair(field.schema, counterpart.schema, full);
			else if (moved.length === 0) context.report(node, `${full} has no counterpart in the storage version: say under "converts" where it goes`);
		}
		for (const field of storageFields) {
			const full = path === '' ? field.name : `${path}.${field.name}`;
			if (!field.required || field.default !== undefined || field.mayBeEmpty || hereFields.some((one) => one.name === field.name)) continue;
			if (steps.some((step) => targets(step).some((target) => reaches(target, step.type, field.name, full, b)))) continue;
			context.report(node, `the storage version requires ${full}, which this version lacks: add {storage: ${full}, whenAbsent: ...} under "converts"`);
		}
	};
	pairFields(here, storage, '');
}

/** Whether a step's path names the field or something below it. */
function reaches(path: string, type: string | undefined, name: string, full: string, within: string): boolean {
	const target = type === undefined ? full : name;
	if (type !== undefined && !within.endsWith(`.${type}`)) return false;
	return path === target || path.startsWith(`${target}.`);
}

function targets(step: ConversionStep): readonly string[] {
	return step.kind === 'split' ? [step.integer, step.string] : [step.storage];
}

/** The type of a name in the version of another type. */
function counterpart(root: string, name: string, context: ReadContext): string | undefined {
	const found = root.slice(0, root.indexOf('.') + 1) + name;
	return context.types.has(found) ? found : undefined;
}
