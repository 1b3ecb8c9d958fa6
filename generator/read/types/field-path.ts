/** Dotted paths through types, with which columns, selectors, subresources and conversions name fields. */
import type { Schema } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import { suggestion } from '../diagnostics/suggestion.ts';
import { pathPattern, pathPrefix } from '../shape/shape.ts';
import { type SpecNode, text } from '../source/node.ts';
import { allFields } from './json-fields.ts';

export interface BrokenPath {
	/** Part of the path that does not exist. */
	readonly part: string;
	/** Type or value in which the part was looked up. */
	readonly within: string;
	readonly known: readonly string[];
}

/**
 * Returns the schema at a path, or where the path breaks. Numbers index lists, maps have any key, and a value of any type has every path.
 */
export function schemaAtPath(root: string, path: readonly (string | number)[], context: ReadContext): Schema | BrokenPath {
	let schema: Schema = { kind: 'struct', type: root };
	for (const part of path) {
		if (schema.kind === 'map') schema = schema.values;
		else if (schema.kind === 'list' && typeof part === 'number') schema = schema.items;
		else if (schema.kind === 'any' || schema.kind === 'rawExtension' || schema.kind === 'fieldsV1') return { kind: 'any' };
		else if (schema.kind === 'struct') {
			const { type }: { type: string } = schema;
			const made = context.types.get(type);
			// A type that could not be made has been reported where it is named.
			if (made === undefined) return { kind: 'any' };
			const fields = allFields(type, context);
			const field = fields.find((one) => one.name === part);
			if (field === undefined && made.descriptor.preserveUnknown) return { kind: 'any' };
			if (field === undefined) return { part: String(part), within: type, known: fields.map((one) => one.name) };
			schema = field.schema;
		} else return { part: String(part), within: `a value of type ${schema.kind}`, known: [] };
	}
	return schema;
}

export function isBroken(found: Schema | BrokenPath): found is BrokenPath {
	return 'part' in found;
}

/** Reports a path that does not exist. `root`: undefined when the type could not be made, which has been reported. */
export function checkPath(node: SpecNode | undefined, root: string | undefined, what: string, context: ReadContext): Schema | undefined {
	const path = text(node);
	if (node === undefined || path === undefined || root === undefined) return undefined;
	// The form of the path has been reported.
	if (!new RegExp(pathPattern).test(path)) return undefined;
	const found = schemaAtPath(root, path.split('.'), context);
	if (!isBroken(found)) return found;
	const rest = path.replace(new RegExp(pathPrefix), '');
	if (rest !== path && !isBroken(schemaAtPath(root, rest.split('.'), context))) {
		context.report(node, `${what} ${JSON.stringify(path)} starts at the object itself: did you mean ${JSON.stringify(rest)}?`);
		return undefined;
	}
	reportBroken(node, `${what} ${JSON.stringify(path)}`, found, context.report);
	return undefined;
}

export function reportBroken(node: SpecNode, what: string, { part, within, known }: BrokenPath, report: Report): void {
	report(node, `${what}: ${within} has no field ${JSON.stringify(part)}${suggestion(part, known)}`);
}
