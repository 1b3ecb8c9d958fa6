/** Conversion steps with a separator: a string in one version is several fields in the other. */
import type { ConversionStep, Schema } from '../../../runtime/model/catalog.ts';
import type { ReadContext } from '../context.ts';
import { at, keyNode, type MapNode, type SpecNode, text, textAt } from '../source/node.ts';
import { checkPath } from '../types/field-path.ts';
import { wordOf } from './schema-words.ts';

type Join = Extract<ConversionStep, { kind: 'join' }>;

export function makeJoin(node: MapNode, report: ReadContext['report']): Join | undefined {
	for (const name of ['values', 'entries', 'whenAbsent'])
		if (node.entries.has(name)) report(keyNode(node, name), `a step with "separator" only splits and joins: remove "${name}"`);
	const [here, storage] = [pathsOf(at(node, 'here')), pathsOf(at(node, 'storage'))];
	const [fewer, more] = [here.length, storage.length].toSorted((a, b) => a - b);
	if (fewer !== 1 || more === undefined || more < 2) {
		report(
			keyNode(node, 'separator'),
			'in a step with "separator", one of "here" and "storage" must be the path of a string, and the other a list of at least two paths of its parts',
		);
		return undefined;
	}
	const type = textAt(node, 'type');
	return { kind: 'join', ...(type === undefined ? {} : { type }), separator: textAt(node, 'separator') ?? '', here, storage };
}

/** Types at which the paths of both sides begin. Undefined when unknown. */
interface Roots {
	readonly here: string | undefined;
	readonly storage: string | undefined;
}

export function checkJoin(node: MapNode, roots: Roots, context: ReadContext): void {
	for (const side of ['here', 'storage'] as const) {
		const paths = at(node, side);
		if (paths?.kind === 'list') checkParts(paths.items, roots[side], textAt(node, 'separator') ?? '', context);
		else {
			const schema = checkPath(paths, roots[side], 'the conversion path', context);
			if (schema !== undefined && paths !== undefined && !isText(schema)) context.report(paths, `only a text can be cut into parts, not ${wordOf(schema)}`);
		}
	}
}

function checkParts(parts: readonly SpecNode[], root: string | undefined, separator: string, context: ReadContext): void {
	const named = new Set<string | undefined>();
	for (const [index, part] of parts.entries()) {
		const path = text(part);
		if (named.has(path)) context.report(part, `${path} is a part of the text twice`);
		named.add(path);
		const schema = checkPath(part, root, 'the conversion path', context);
		if (schema === undefined) continue;
		const isInteger = schema.kind === 'int32' || schema.kind === 'int64';
		if (!isText(schema) && !isInteger) context.report(part, `a part of a text is a string or an integer, not ${wordOf(schema)}`);
		else if (isInteger && index === 0)
			context.report(part, `the first part must be a string, not ${wordOf(schema)}: a text that cannot be cut stays whole in it`);
		else if (isInteger && index < parts.length - 1 && /^(?:-|-?[0-9]+)$/.test(separator))
			context.report(part, `an integer may contain the separator ${JSON.stringify(separator)}: only the last part may be an integer`);
	}
}

/** Reports whether a value may be a string. A value of any type may. */
function isText({ kind }: Schema): boolean {
	return kind === 'string' || kind === 'any';
}

function pathsOf(node: SpecNode | undefined): string[] {
	const nodes = node?.kind === 'list' ? node.items : [node];
	return nodes.flatMap((one) => text(one) ?? []);
}
