/**
 * Strings for sample objects of which one version has a string and the other has several fields instead. Some of them can be cut into
 * parts, and some parts contain the separator.
 */
import type { Catalog, ConversionStep, Schema, TypeName } from '../../../runtime/model/catalog.ts';
import { propertiesOf } from '../../../runtime/schema/properties.ts';
import type { WrittenText } from './sample.ts';

type Join = Extract<ConversionStep, { kind: 'join' }>;
type JoinSide = 'here' | 'storage';
type Roots = Readonly<Record<JoinSide, TypeName>>;

/** Returns strings, every second of which consists of two parts. */
export function cutTexts(steps: readonly ConversionStep[], roots: Roots, catalog: Catalog): WrittenText[] {
	return joins(steps).flatMap((step) => {
		const side = sideOf(step, 1);
		return step[side].flatMap((path) =>
			written(path, step, roots[side], catalog, (number) => (number % 2 === 0 ? `text${number}${step.separator}${number}` : undefined)),
		);
	});
}

export interface SeparatedPart {
	readonly side: JoinSide;
	readonly separator: string;
	readonly text: WrittenText;
}

/** Returns parts that contain the separator, so that the text after it would be read as the next part. The last part is not among them. */
export function separatedParts(steps: readonly ConversionStep[], roots: Roots, catalog: Catalog): SeparatedPart[] {
	return joins(steps).flatMap((step) => {
		const { separator } = step;
		const side = sideOf(step, 2);
		return step[side]
			.slice(0, -1)
			.flatMap((path) => written(path, step, roots[side], catalog, (number) => `text${number}${separator}more`))
			.map((text) => ({ side, separator, text }));
	});
}

function joins(steps: readonly ConversionStep[]): Join[] {
	return steps.flatMap((step) => (step.kind === 'join' ? [step] : []));
}

/** Returns the side with the string (1) or with the parts (2). */
function sideOf({ here }: Join, which: 1 | 2): JoinSide {
	return (here.length === 1) === (which === 1) ? 'here' : 'storage';
}

function written(path: string, { type }: Join, root: TypeName, catalog: Catalog, of: WrittenText['of']): WrittenText[] {
	const names = path.split('.');
	const name = names.pop() ?? '';
	const holder = holderOf(names, type, root, catalog);
	const schema = holder === undefined ? undefined : schemaOf(holder, name, catalog);
	return holder === undefined || schema?.kind !== 'string' || schema.enum !== undefined ? [] : [{ type: holder, name, of }];
}

/** Returns the type to which a path of names leads from the type of a step, or from the root. */
export function holderOf(path: readonly string[], type: string | undefined, root: TypeName, catalog: Catalog): TypeName | undefined {
	let holder: TypeName | undefined = type === undefined ? root : `${root.slice(0, root.indexOf('.') + 1)}${type}`;
	for (const name of path) {
		if (holder === undefined || !catalog.typeNames.includes(holder)) return undefined;
		const schema: Schema | undefined = schemaOf(holder, name, catalog);
		holder = schema?.kind === 'struct' ? schema.type : undefined;
	}
	return holder !== undefined && catalog.typeNames.includes(holder) ? holder : undefined;
}

function schemaOf(type: TypeName, name: string, catalog: Catalog): Schema | undefined {
	return propertiesOf(catalog.type(type), (other) => catalog.type(other)).find((property) => property.name === name)?.schema;
}
