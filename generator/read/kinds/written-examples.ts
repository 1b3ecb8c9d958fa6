/** Examples of kinds in specs. `examples.ts` checks them against the rules once there are no other errors. */
import { apiVersionOf } from '../../../runtime/model/api-version.ts';
import type { KindDescriptor } from '../../../runtime/model/catalog.ts';
import type { KindDocs } from '../../model.ts';
import type { ReadContext } from '../context.ts';
import type { KindFile } from '../packages.ts';
import { at, flagAt, keyNode, listAt, mapAt, plain, textAt } from '../source/node.ts';
import { checkWritten } from '../types/written-value.ts';

interface ExampleOwner {
	readonly file: KindFile;
	readonly version: string;
	readonly type: string;
	readonly nameFormat: KindDescriptor['nameFormat'];
}

export function makeExamples({ file, version, type, nameFormat }: ExampleOwner, context: ReadContext): KindDocs['examples'] {
	const { group } = file.package;
	return listAt(file.node, 'examples').flatMap((example) => {
		const object = mapAt(example, 'object');
		if (object === undefined) return [];
		for (const word of ['apiVersion', 'kind'])
			if (object.entries.has(word)) context.report(keyNode(object, word), `${JSON.stringify(word)} is added to examples: remove it`);
		const metadata = at(object, 'metadata');
		if (flagAt(file.node, 'stored') !== false && at(metadata, 'name') === undefined && at(metadata, 'generateName') === undefined)
			context.report(metadata ?? object, 'the example has no metadata.name, without which no object can be stored');
		context.later.push(() => checkWritten(object, { kind: 'struct', type }, 'the example', { context, complete: true }));
		context.examples.push({ node: object, type, nameFormat });
		// The data of a map node is an object.
		const data = plain(object) as KindDocs['examples'][number]['object'];
		return [{ name: textAt(example, 'name') ?? '', object: { apiVersion: apiVersionOf({ group, version }), kind: file.kind, ...data } }];
	});
}
