/** Recognizes files of other tools. A sentence then says what the file is, instead of a list of everything that it lacks. */
import { type MapNode, type SpecNode, textAt } from '../source/node.ts';

/** Returns a sentence about the file. Returns undefined when it may be a spec. */
export function otherFile(node: SpecNode): string | undefined {
	if (node.kind !== 'map') return undefined;
	const { file } = node.file;
	if (has(node, 'apiVersion') && textAt(node, 'kind') === 'CustomResourceDefinition')
		return `this is a CustomResourceDefinition: npx orch import crd ${file} --out DIR makes specs of it`;
	// The file of a group may also have `openapi`, where it is a prefix of names.
	if (/^[23]\.\d/.test(textAt(node, 'openapi') ?? textAt(node, 'swagger') ?? ''))
		return `this is an OpenAPI document: npx orch import openapi ${file} --out DIR makes specs of it`;
	if (has(node, 'apiVersion') && has(node, 'kind') && has(node, 'metadata'))
		return `this is an object, but a spec defines the fields of objects: npx orch validate -f ${file} validates objects outside the spec root`;
	return undefined;
}

function has(node: MapNode, keyword: string): boolean {
	return node.entries.has(keyword);
}
