/** Field ownership: managedFields, which any client can write, and applied objects. */
import { isDeepStrictEqual } from 'node:util';
import { elementText, readElement } from '../../../runtime/apply/sets/element.ts';
import { isEqual } from '../../../runtime/apply/sets/field-set.ts';
import { readFieldsV1, writeFieldsV1 } from '../../../runtime/apply/sets/fields-v1.ts';
import type { JsonObject, JsonValue } from '../../../runtime/model/catalog.ts';
import { parseJson, stringifyJson } from '../../../runtime/wire/json/json.ts';
import { parseYaml } from '../../../runtime/wire/yaml.ts';
import { annotation, World } from '../../apply/world.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';

const fieldsV1: FuzzedParser = {
	name: 'FieldsV1',
	seeds: [
		'{"f:metadata":{"f:labels":{".":{},"f:a":{}}},"f:spec":{"f:containers":{"k:{\\"name\\":\\"c\\"}":{".":{},"f:image":{}}}}}',
		'{"f:x":{"v:\\"a\\"":{},"v:1":{},"i:0":{},"v:{\\"b\\":[1,null]}":{}}}',
		'{"f:ports":{"k:{\\"containerPort\\":80,\\"protocol\\":\\"TCP\\"}":{}}}',
		'{".":{},"f:":{},"k:{}":{},"v:null":{},"i:-1":{},"x:y":{},"":{}}',
		'{"f:__proto__":{"f:constructor":{}},"f:a":null,"f:b":1,"f:c":[]}',
		`${'{"f:a":'.repeat(400)}{}${'}'.repeat(400)}`,
	],
	words: ['"f:', '"k:{', '"v:', '"i:', '".":{}', '\\"', ':{}', '{', '}', ',', 'k:{\\"a\\":1}'],
	run(input) {
		const value = parseJson(input);
		const set = readFieldsV1(value);
		const written = writeFieldsV1(set);
		if (!isEqual(readFieldsV1(written), set)) throw new Broken(`written, ${stringifyJson(written).slice(0, 300)} is another set`);
		if (!isDeepStrictEqual(writeFieldsV1(readFieldsV1(written)), written)) throw new Broken('written twice, it differs');
		return written;
	},
	refuses: isRefusal,
};

const elements: FuzzedParser = {
	name: 'path elements of FieldsV1',
	seeds: ['f:a', 'k:{"a":1,"b":"x"}', 'v:[1,{"a":null}]', 'i:3', 'f:', 'k:{"b":1,"a":2}', 'v:1e400', 'i:99999999999999999999', 'k:[]', 'x'],
	words: ['f:', 'k:{', 'v:', 'i:', '"a":', '}', ',', '1.0', '-0'],
	run(input) {
		const element = readElement(input.toString());
		if (element === undefined) return;
		if (readElement(element) !== element) throw new Broken(`${JSON.stringify(element)} is not canonical`);
		elementText(element);
	},
	refuses: isRefusal,
};

function isObject(value: JsonValue | undefined): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const applied: FuzzedParser = {
	name: 'applied bodies and managed fields',
	seeds: [
		'spec: {replicas: 1, containers: [{name: a, image: x}, {name: b}]}\nmanagedFields: []\n',
		'{"spec":{"containers":[{"name":"a"},{"name":"a"}],"settings":{"k":"v"},"free":{"a":[1]}},"managedFields":[{"manager":"m","operation":"Update","apiVersion":"t/v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{"f:replicas":{}}},"time":"2022-01-01T00:00:00Z"}]}',
		'{"metadata":{"finalizers":["x","x"],"labels":{"a":null}},"managedFields":[{"operation":"Apply","apiVersion":"t/v9","fieldsV1":{"f:":{}}},null,1,{}]}',
		`{"metadata":{"annotations":{"${annotation}":"{\\"spec\\":{\\"replicas\\":1}}"}},"managedFields":null}`,
		'{"spec":{"__proto__":{"x":1},"ports":[{"port":1,"protocol":"TCP"},{"port":1}]},"managedFields":[{}]}',
	],
	words: [
		'"spec":',
		'"containers":',
		'"settings":',
		'"free":',
		'"ports":',
		'"managedFields":',
		'"fieldsV1":',
		'"f:spec":{',
		'"time":',
		'"operation":"Apply"',
		'{',
		'}',
		'[',
		']',
		'null',
	],
	run(input) {
		const body = parseYaml(input);
		if (!isObject(body)) return;
		const { managedFields, ...object } = body;
		const world = new World();
		world.apply('m', { spec: { replicas: 2, containers: [{ name: 'a', image: 'y' }], settings: { k: 'w' } } });
		world.apply('n', object, { force: true });
		world.update('u', (live) => ({ ...live, ...object, metadata: { managedFields: managedFields ?? null } }));
		world.apply('kubectl', object);
		world.apply('o', { spec: { replicas: 1 } });
		return world.live;
	},
	refuses: isRefusal,
};

export const ownership: readonly FuzzedParser[] = [fieldsV1, elements, applied];
