/** Patches of each kind, over objects with the fields they refer to. */
import { catalog } from '../../../generated/catalog.ts';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import { applyPatch, type PatchMediaType } from '../../../runtime/patch/index.ts';
import { jsonPatchNotices } from '../../../runtime/patch/json-patch.ts';
import { PatchSchemas } from '../../../runtime/patch/patch-schema.ts';
import { parseJson, stringifyJson } from '../../../runtime/wire/json/json.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';
import { schemas } from './types.ts';

const pod = (): JsonObject => ({
	apiVersion: 'v1',
	kind: 'Pod',
	metadata: { name: 'p', finalizers: ['a', 'b'], labels: { x: 'y' }, creationTimestamp: null },
	spec: { containers: [{ name: 'c', image: 'i', ports: [{ containerPort: 1 }], env: [{ name: 'A', value: '1' }] }], tolerations: [{ key: 'k' }] },
	status: {},
});
const type = 'core/v1.Pod';
const patchSchemas = new PatchSchemas(catalog);

function patch(name: string, mediaType: PatchMediaType, seeds: readonly string[], words: readonly string[]): FuzzedParser {
	return {
		name,
		seeds,
		words: [...words, '{', '}', '[', ']', ',', 'null', '"metadata":', '"spec":', '"containers":', '"name":"c"', '"__proto__":'],
		run(input) {
			const current = pod();
			const body = parseJson(input);
			const sent = stringifyJson(body);
			const made = applyPatch(mediaType, current, body, type, patchSchemas);
			if (mediaType === 'application/json-patch+json') jsonPatchNotices(body);
			if (stringifyJson(current) !== stringifyJson(pod())) throw new Broken('what was patched was changed itself');
			if (stringifyJson(body) !== sent) throw new Broken('the patch was changed');
			schemas.type(type).read(made, { notices: [] });
			return made;
		},
		refuses: isRefusal,
	};
}

export const patches: readonly FuzzedParser[] = [
	patch(
		'JSON patch',
		'application/json-patch+json',
		[
			'[{"op":"add","path":"/metadata/labels/z","value":"1"},{"op":"test","path":"/metadata/name","value":"p"}]',
			'[{"op":"remove","path":"/spec/containers/0"},{"op":"replace","path":"","value":{}}]',
			'[{"op":"copy","from":"/spec","path":"/spec/x"},{"op":"copy","from":"/spec","path":"/spec/y"},{"op":"copy","from":"/spec","path":"/spec/z"}]',
			'[{"op":"move","from":"/metadata/labels","path":"/metadata/labels/x"}]',
			'[{"op":"add","path":"/spec/containers/-","value":{"name":"d"}},{"op":"add","path":"/spec/containers/99","value":1}]',
			'[{"op":"replace","path":"/a~1b~0c~2","value":1}]',
			'[{"op":"add","path":"/__proto__/polluted","value":1},{"op":"add","path":"/constructor/prototype/polluted","value":1}]',
			`[${Array(300).fill('{"op":"copy","from":"/spec/containers","path":"/spec/containers/-"}').join(',')}]`,
			'{"op":"add"}',
			'[null, 1, []]',
		],
		['"op":"copy"', '"op":"move"', '"op":"add"', '"op":"remove"', '"path":"/spec"', '"from":"/spec"', '/-', '/0', '~1', '~0', '"value":{}', '/__proto__'],
	),
	patch(
		'merge patch',
		'application/merge-patch+json',
		[
			'{"metadata":{"labels":{"x":null,"z":"1"}},"spec":{"containers":null}}',
			'{"__proto__":{"polluted":1},"metadata":{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}}',
			'{"spec":[],"metadata":1}',
			'null',
			'[]',
			`{"spec":${'{"a":'.repeat(400)}1${'}'.repeat(401)}`,
		],
		['"labels":', '"x":null'],
	),
	patch(
		'strategic merge patch',
		'application/strategic-merge-patch+json',
		[
			'{"spec":{"containers":[{"name":"c","image":"j"},{"name":"d"}],"$setElementOrder/containers":[{"name":"d"},{"name":"c"}]}}',
			'{"spec":{"containers":[{"$patch":"delete","name":"c"},{"$patch":"replace"}],"$retainKeys":["containers"]}}',
			'{"metadata":{"finalizers":["c"],"$deleteFromPrimitiveList/finalizers":["a"],"$setElementOrder/finalizers":["c","b"]}}',
			'{"$setElementOrder/other":[],"other":[{"$patch":null},{"a":1,"$retainKeys":[]}]}',
			'{"$patch":"replace","metadata":{"name":"p"}}',
			'{"spec":{"containers":{"$patch":"delete"},"tolerations":[1,"x",null,[]]}}',
			'{"__proto__":{"polluted":1},"spec":{"containers":[{"name":"__proto__","__proto__":{"polluted":1}}]}}',
			'{"spec":{"containers":[{"image":"no name"}]}}',
		],
		[
			'"$patch":"delete"',
			'"$patch":"replace"',
			'"$patch":"merge"',
			'"$retainKeys":[',
			'"$setElementOrder/containers":',
			'"$deleteFromPrimitiveList/finalizers":',
			'"finalizers":',
			'"tolerations":',
		],
	),
];
