/** Files of other tools that lie where a spec is expected: one sentence on what they are instead of all that they lack. */
import { type MapNode, type SpecNode, textAt } from '../source/node.ts';

/** What the file is; undefined where it may be a spec. */
export function otherFile(node: SpecNode): string | undefined {
	if (node.kind !== 'map') return undefined;
	const { file } = node.file;
	if (has(node, 'apiVersion') && textAt(node, 'kind') === 'CustomResourceDefinition')
		return `this is a CustomResourceDefinition: npx orch import crd ${file} --out DIR makes specs of it`;
	// The file of a group may say `openapi`, too, and means a prefix of names.
	if (/^[23]\.\d/.test(textAt(node, 'openapi') ?? textAt(node, 'swagger') ?? ''))
		return `this is an OpenAPI document: npx orch import openapi ${file} --out DIR makes specs of it`;
	if (has(node, 'apiVersion') && has(node, 'kind') && has(node, 'metadata'))
		return `this is an object, and a spec says what objects may have: npx orch validate -f ${file} checks objects, once it lies elsewhere`;
	return undefined;
}

function has(node: MapNode, keyword: string): boolean {
	return node.entries.has(keyword);
}
