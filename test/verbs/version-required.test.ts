/**
 * Tests a text that one version requires and the storage version does not. Its absence is reported as such, however the storage version
 * treats an empty text.
 */
import { expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { catalogWith } from '../setup/built-in-specs.ts';
import { testServer } from './write-fixture.ts';

const files = (empty: string): Readonly<Record<string, string>> => ({
	'pairs/group.yaml': `group: pairs.example.com\nversions: [v1, v1beta1]\n${empty}`,
	'pairs/pair.yaml': `kind: Pair
names: {plural: pairs}
scope: Namespaced
versions:
  - {name: v1, storage: true}
  - name: v1beta1
    schema:
      type: object
      properties:
        spec: {type: object, required: [ip, word, moved], properties: {ip: {type: string, format: ip}, word: {type: string, pattern: ^a}, moved: {type: string, format: ip}}}
    converts:
      - {here: spec.moved, storage: spec.address}
      - {here: spec.moved, whenAbsent: 1.1.1.1}
      - {here: spec.ip, whenAbsent: 1.1.1.1}
      - {here: spec.word, whenAbsent: a}
schema:
  type: object
  properties:
    spec: {type: object, properties: {ip: {type: string, format: ip}, word: {type: string, pattern: ^a}, address: {type: string, format: ip}}}
`,
});

it.each([
	['empty texts are absent', ''],
	['empty texts are given', 'emptyIsGiven: true\n'],
])('when %s', async (_, empty) => {
	const server = await testServer({ specs: await catalogWith(files(empty)) });
	const told = async (spec: JsonObject): Promise<readonly string[]> => {
		const body = { apiVersion: 'pairs.example.com/v1beta1', kind: 'Pair', metadata: { name: 'p' }, spec };
		const { body: answer } = await server.call('POST', '/apis/pairs.example.com/v1beta1/namespaces/default/pairs', { body });
		return answer.details.causes.map((cause: { readonly field: string; readonly message: string }) => `${cause.field}: ${cause.message}`).toSorted();
	};
	expect(await told({})).toEqual(['spec.ip: Required value', 'spec.moved: Required value', 'spec.word: Required value']);
	expect(await told({ ip: 'x', word: 'b', moved: '1.1.1.1' })).toEqual([
		'spec.ip: Invalid value: "x": must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)',
		'spec.word: Invalid value: "b": should match \'^a\'',
	]);
	await server.close();
});
