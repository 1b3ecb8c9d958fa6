/** Choice of the rules that a write through a version obeys. Rules that two versions share are checked once. */
import type { ConversionStep, Field, Schema, TypeDescriptor, TypeName } from '../../model/catalog.ts';
import { stringify } from '../../wire/json/text.ts';
import { refusalWithoutGate } from '../gated-fields.ts';
import { inlined, type Property, propertiesOf } from '../properties.ts';
import type { Types } from './declared.ts';

/**
 * Version whose rules hold for a write through a version that is not stored. A custom kind states its rules in each version, and those of
 * the sent version hold. Built-in kinds state theirs in the storage version; `both` adds those that only the sent version has.
 */
export type RulesInForce = 'storage' | 'sent' | 'both';

interface ComparedRules {
	readonly here: TypeName;
	readonly storage: TypeName;
	readonly steps: readonly ConversionStep[];
	readonly isCustom: boolean;
}

export function rulesInForce({ here, storage, steps, isCustom }: ComparedRules, catalog: Types): RulesInForce {
	if (here === storage) return 'storage';
	if (isCustom) return 'sent';
	return hasOwnRules(here, storage, steps, catalog) ? 'both' : 'storage';
}

/**
 * Compares the rules. `here`: type in the version. A part with a rule counts as different if it has no counterpart, by name or by a single
 * step.
 */
function hasOwnRules(here: TypeName, storage: TypeName, steps: readonly ConversionStep[], catalog: Types): boolean {
	const compared = new Set<string>();
	const lookup = (name: TypeName): TypeDescriptor => catalog.type(name);

	function ofType(a: TypeName, b: TypeName | undefined, path: string): boolean {
		if (a === b || compared.has(`${a} ${b}`)) return false;
		compared.add(`${a} ${b}`);
		const own = inlined(lookup(a), lookup).flatMap(wholeRules);
		const others = new Set(b === undefined ? [] : inlined(lookup(b), lookup).flatMap(wholeRules));
		if (own.some((rule) => !others.has(rule))) return true;
		return propertiesOf(lookup(a), lookup).some((property) => ofProperty(property, a, b, path));
	}

	function ofProperty(property: Property, a: TypeName, b: TypeName | undefined, path: string): boolean {
		const full = path === '' ? property.name : `${path}.${property.name}`;
		const counterpart = counterpartOf(property.name, full, a, b);
		const others = new Set(counterpart === undefined ? [] : fieldRules(counterpart));
		if (fieldRules(property).some((rule) => !others.has(rule))) return true;
		return ofSchema(property.schema, counterpart?.schema, full);
	}

	function ofSchema(a: Schema, b: Schema | undefined, path: string): boolean {
		const others = new Set(b === undefined ? [] : schemaRules(b));
		if (schemaRules(a).some((rule) => !others.has(rule))) return true;
		switch (a.kind) {
			case 'struct':
				return ofType(a.type, b?.kind === 'struct' ? b.type : undefined, path);
			case 'list':
				return ofSchema(a.items, b?.kind === 'list' ? b.items : undefined, '');
			case 'map':
				return ofSchema(a.values, b?.kind === 'map' ? b.values : undefined, '');
			default:
				return false;
		}
	}

	function counterpartOf(name: string, full: string, a: TypeName, b: TypeName | undefined): Pick<Property, 'field' | 'schema'> | undefined {
		const step = steps.find((one) => one.kind === 'move' && (one.type === undefined ? one.here === full : one.here === name && a.endsWith(`.${one.type}`)));
		if (step?.kind !== 'move') return b === undefined ? undefined : propertiesOf(lookup(b), lookup).find((one) => one.name === name);
		return step.type === undefined ? propertyAt(storage, step.storage) : b === undefined ? undefined : propertyAt(b, step.storage);
	}

	function propertyAt(type: TypeName, path: string): Property | undefined {
		const [name = '', ...rest] = path.split('.');
		const found = propertiesOf(lookup(type), lookup).find((one) => one.name === name);
		if (rest.length === 0 || found === undefined) return found;
		return found.schema.kind === 'struct' ? propertyAt(found.schema.type, rest.join('.')) : undefined;
	}

	return ofType(here, storage, '');
}

function wholeRules({ rules = [], unions = [] }: TypeDescriptor): string[] {
	return [...rules, ...unions].map((rule) => stringify(rule));
}

function fieldRules({ field }: { readonly field: Field }): string[] {
	return [
		...(field.required && !field.mayBeEmpty ? ['required'] : []),
		...(field.immutable ? ['immutable'] : []),
		...(refusalWithoutGate(field) !== undefined ? [`gate ${field.gate}`] : []),
		...(field.union === undefined ? [] : [`union ${field.union}`]),
	];
}

function schemaRules(schema: Schema): string[] {
	const rules = (schema.rules ?? []).map((rule) => stringify(rule));
	if (schema.kind === 'list')
		return [...rules, ...(schema.listType === 'set' || schema.listType === 'map' ? [`unique ${schema.listType} ${schema.mapKeys} ${schema.mayRepeat}`] : [])];
	if (schema.kind === 'map') return [...rules, ...(schema.keys?.rules ?? []).map((rule) => `key ${stringify(rule)}`)];
	if (schema.kind === 'struct' || schema.kind === 'variant') return rules;
	return [...rules, ...(schema.enum !== undefined && !schema.enumOpen ? [`enum ${schema.enum}`] : [])];
}
