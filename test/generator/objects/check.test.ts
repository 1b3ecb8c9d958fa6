/** Objects against the specs: what is said of each, and where. */
import { describe, expect, it } from 'vitest';
import { catalog } from '../../../generated/catalog.ts';
import { vocabulary as words } from '../../../generated/vocabulary.ts';
import { ObjectCheck, type Strictness } from '../../../generator/objects/check.ts';
import { narrow } from '../../../runtime/schema/release.ts';

const served = narrow(catalog, catalog.release);

function check(text: string, strictness: Strictness = 'Strict') {
	const { objects, diagnostics } = new ObjectCheck({ catalog: served, words, namespace: 'default', strictness }).file({ path: 'o.yaml', file: 'o.yaml', text });
	const said = [...diagnostics, ...objects.flatMap((object) => object.diagnostics)];
	return said.map(({ severity, message, position: { line, column } }) => `${line}:${column} ${severity}: ${message}`);
}

const configMap = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n';

describe('objects', () => {
	it.each<[string, string, readonly string[]]>([
		['that are right', configMap, []],
		['without a name, which the server would make', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: a-}\n', []],
		['of a review, which is not stored', `apiVersion: authorization.${words.groupDomain}/v1\nkind: SelfSubjectRulesReview\nspec: {namespace: a}\n`, []],
		[
			'in JSON',
			'{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": {"a": 1}}',
			[expect.stringMatching(/^1:1 error: .*cannot unmarshal number/)],
		],
		['with an unknown field', `${configMap}colour: red\n`, ['5:1 error: unknown field "colour"']],
		['with an unknown field within', `${configMap}  lables: {a: b}\n`, ['5:3 error: unknown field "metadata.lables"']],
		['with a field twice', `${configMap}data: {a: b}\ndata: {c: d}\n`, ['6:1 error: duplicate field "data"']],
		['with a rule broken', `${configMap}data:\n  "a b": c\n`, [expect.stringMatching(/^6:10 error: data\[a b\]: Invalid value/)]],
		['of a kind that is misspelt', 'apiVersion: v1\nkind: ConfigMop\n', ['2:7 error: there is no kind "ConfigMop" in v1: did you mean "ConfigMap"?']],
		['of another version', 'apiVersion: v2\nkind: ConfigMap\n', ['1:13 error: there is no ConfigMap in v2: it is in v1']],
		['without a kind', 'apiVersion: v1\n', ['1:1 error: kind: Required value: an object says its kind']],
		['that are none', '- a\n', ['1:1 error: an object is expected here, with apiVersion and kind']],
		['that are no YAML', 'a: [\n', [expect.stringMatching(/^\d:\d error: this is not YAML/)]],
		['in several documents, and none', `---\n${configMap}---\n---\n${configMap}x: 1\n`, ['12:1 error: unknown field "x"']],
		[
			'in a list',
			`apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: ConfigMap, metadata: {name: A}}\n`,
			[expect.stringMatching(/^4:56 error: metadata\.name: Invalid value: "A"/)],
		],
		['with aliases', `${configMap}  labels: &l {a: b}\n  annotations: *l\n`, []],
		['with a value that a release reads in another way', `${configMap}data: {a: yes}\n`, [expect.stringMatching(/^1:1 error: .*cannot unmarshal bool/)]],
	])('%s', (_, text, said) => {
		expect(check(text)).toEqual(said);
	});

	it('are taken with unknown fields by who is told of them, or wants to hear nothing', () => {
		const text = `${configMap}colour: red\n`;
		expect(check(text, 'Warn')).toEqual(['5:1 warning: unknown field "colour"']);
		expect(check(text, 'Ignore')).toEqual([]);
	});
});
