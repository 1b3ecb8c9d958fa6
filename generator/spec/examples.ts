/** Examples against the rules of their types, as the server would check them. Form has been checked before (`fits.ts`). */
import { compile } from '../../runtime/schema/compile.ts';
import type { Catalog, JsonObject, TypeName } from '../../runtime/schema/model.ts';
import { speakAll, type Vocabulary } from '../../runtime/schema/vocabulary.ts';
import type { Report } from './diagnostic.ts';
import { at, type MapNode, plain, type SpecNode } from './node.ts';

export interface ExampleObject {
	readonly node: MapNode;
	readonly type: TypeName;
}

export function checkExamples(examples: readonly ExampleObject[], catalog: Catalog, vocabulary: Vocabulary, report: Report): void {
	const schemas = compile({ ...catalog, type: (name) => speakAll(catalog.type(name), vocabulary) });
	for (const { node, type } of examples) {
		const compiled = schemas.type(type);
		try {
			const object = compiled.read(speakAll(plain(node), vocabulary) as JsonObject, { notices: [] });
			compiled.applyDefaults(object);
			for (const cause of compiled.validate(object))
				report(nodeAt(node, cause.field ?? ''), `the example breaks a rule: ${cause.field ?? type}: ${cause.message}`);
		} catch (error) {
			// The class itself belongs to the server, which the generator does not import.
			if (!(error instanceof Error) || error.name !== 'ApiError') throw error;
			report(node, `the example cannot be read: ${error.message}`);
		}
	}
}

/** The innermost value on the path that is written in the example. */
function nodeAt(root: SpecNode, path: string): SpecNode {
	let node = root;
	for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[([^\]]*)\]/g)) {
		const next: SpecNode | undefined = node.kind === 'list' ? node.items[Number(index ?? name)] : at(node, name ?? index ?? '');
		if (next === undefined) return node;
		node = next;
	}
	return node;
}
