/** Edits that add a version or move the storage: the text around them stays, and the check accepts the result. */
import { describe, expect, it } from 'vitest';
import { makeModel } from '../../../generator/read/model.ts';
import type { MapNode } from '../../../generator/read/source/node.ts';
import { readSpec } from '../../../generator/read/source/yaml.ts';
import { moveStorage, newVersion } from '../../../generator/scaffold/version.ts';
import { base, source } from '../fixture.ts';

const schema = `schema:
  type: object
  properties:
    spec:
      type: object
      protobuf: 2
      description: Desired state.
      properties:
        size: {type: integer, protobuf: 1}
`;
const kindWith = (versions: string) => `kind: Bell # rings\nnames: {plural: bells}\nscope: Cluster\n${versions}${schema}`;

function root(path: string, text: string): MapNode {
	const { node } = readSpec(source(path, text));
	if (node?.kind !== 'map') throw new Error('no map');
	return node;
}

const styles: readonly [string, string, string, string][] = [
	[
		'a block of maps in braces',
		'versions:\n  - { name: v1, storage: true } # the first\n',
		'versions:\n  - { name: v1, storage: true } # the first\n  - name: v2\n    schema: { $ref: types#/v2.Bell }\n',
		'versions:\n  - { name: v1 } # the first\n  - name: v2\n    storage: true\n    schema: { $ref: types#/v2.Bell }\n',
	],
	[
		'a block of blocks, with the storage first',
		'versions:\n- storage: true\n  name: v1\n',
		'versions:\n- storage: true\n  name: v1\n- name: v2\n  schema: { $ref: types#/v2.Bell }\n',
		'versions:\n- name: v1\n- name: v2\n  storage: true\n  schema: { $ref: types#/v2.Bell }\n',
	],
	[
		'a block of blocks, with the storage last',
		'versions:\n  - name: v1\n    storage: true\n',
		'versions:\n  - name: v1\n    storage: true\n  - name: v2\n    schema: { $ref: types#/v2.Bell }\n',
		'versions:\n  - name: v1\n  - name: v2\n    storage: true\n    schema: { $ref: types#/v2.Bell }\n',
	],
	[
		'brackets',
		'versions: [{storage: true, name: v1}]\n',
		'versions: [{storage: true, name: v1}, { name: v2, schema: { $ref: types#/v2.Bell } }]\n',
		'versions: [{name: v1}, { name: v2, storage: true, schema: { $ref: types#/v2.Bell } }]\n',
	],
];

describe.each(styles)('versions written as %s', (_, versions, added, moved) => {
	const group = 'group: bells.example.com\nversions: [v1]\n';
	const made = newVersion({ kind: 'Bell', version: 'v2' }, { kind: root('bells/bell.yaml', kindWith(versions)), group: root('bells/group.yaml', group) });
	const [kind, groupFile] = made.edited;
	const check = (text: string): string[] => {
		const files = [source('bells/bell.yaml', text), source('bells/group.yaml', groupFile?.after ?? ''), source(`bells/${made.types.path}`, made.types.content)];
		return makeModel([...base, ...files]).diagnostics.map(({ message }) => message);
	};

	it('get another version with the same fields', () => {
		expect([kind?.after, groupFile?.after]).toEqual([kindWith(added), 'group: bells.example.com\nversions: [v1, v2]\n']);
		expect(check(kindWith(added))).toEqual([]);
	});

	it('are stored in another version', () => {
		const after = moveStorage({ kind: 'Bell', version: 'v2' }, root('bells/bell.yaml', kindWith(added))).after;
		expect(after).toBe(kindWith(moved));
		expect(check(after)).toEqual([]);
		expect(moveStorage({ kind: 'Bell', version: 'v1' }, root('bells/bell.yaml', after)).after).toContain('storage: true');
	});
});

describe('a version that converts to the stored one', () => {
	it('names it if that has steps, and uses its types', () => {
		const kind = root(
			'bells/bell.yaml',
			'kind: Bell\nnames: {plural: bells}\nscope: Cluster\nversions:\n  - {name: v1beta1, schema: {$ref: types#/v1beta1.Bell}, storage: true, converts: []}\n  - {name: v1alpha1, schema: {$ref: types#/v1alpha1.Bell}}\n',
		);
		const made = newVersion(
			{ kind: 'Bell', version: 'v1' },
			{ kind, group: root('bells/group.yaml', 'group: bells.example.com\nversions:\n- v1beta1\n- v1alpha1\n') },
		);
		expect(made.edited.map(({ after }) => after.split('\n').slice(-4).join('\n'))).toEqual([
			'  - name: v1\n    schema: { $ref: types#/v1.Bell }\n    convertsTo: v1beta1\n',
			'- v1beta1\n- v1alpha1\n- v1\n',
		]);
		expect(made.types).toEqual({ path: 'types/bell.v1.yaml', content: expect.stringContaining('version: v1\nlike: v1beta1\ntypes: {}\n') });
	});
});

it.each<[string, () => unknown, string]>([
	[
		'a version that is there',
		() =>
			newVersion(
				{ kind: 'Bell', version: 'v1' },
				{ kind: root('b.yaml', kindWith('versions: [{name: v1, storage: true}]\n')), group: root('g.yaml', 'versions: [v1]\n') },
			),
		'Bell has the version v1 already: its versions are v1',
	],
	[
		'a version to store that is not there',
		() => moveStorage({ kind: 'Bell', version: 'v2' }, root('b.yaml', kindWith('versions: [{name: v1, storage: true}]\n'))),
		'Bell has no version v2: its versions are v1',
	],
	[
		'the version that is stored',
		() => moveStorage({ kind: 'Bell', version: 'v1' }, root('b.yaml', kindWith('versions: [{name: v1, storage: true}]\n'))),
		'Bell is stored in v1 already',
	],
])('refuses %s', (_, edit, message) => {
	expect(edit).toThrow(message);
});
