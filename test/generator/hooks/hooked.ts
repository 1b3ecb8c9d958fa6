/** Kinds for hook tests: those of a shop, and a built-in kind whose hooks the server contains. */
import type { Model } from '../../../generator/model.ts';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import { shop, source } from '../fixture.ts';

export const chair = source(
	'built-in/chair.yaml',
	'kind: Chair\nnames: {plural: chairs}\nscope: Cluster\nversions: [{name: v1, storage: true}]\nschema: {type: object}\n',
);
export const builtIn = [source('built-in/group.yaml', 'group: furniture.example.com\nversions: [v1]\n'), chair];
export const isBuiltIn = (file: string) => file.startsWith('built-in/');

export function modelOf(sources: Parameters<typeof makeModel>[0]): Model {
	const { model, diagnostics } = makeModel(sources);
	if (model === undefined) throw new Error(diagnostics.map((one) => formatDiagnostic(one)).join('\n'));
	return model;
}

export const plain = [...shop, ...builtIn];
