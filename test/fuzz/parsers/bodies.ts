/** Objects in request bodies: JSON and protobuf by type. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../runtime/model/catalog.ts';
import type { CompiledType } from '../../../runtime/schema/compiled.ts';
import { parseJson, stringifyJson } from '../../../runtime/wire/json/json.ts';
import { unwrapUnknown, wrapUnknown } from '../../../runtime/wire/protobuf/unknown.ts';
import { Broken, type FuzzedParser } from '../parser.ts';
import { isRefusal } from './refusals.ts';
import { bodyTypes, samplesOf, schemas, typed, typedTexts } from './types.ts';

/** Strings that are not valid Unicode have no protobuf form. */
const broken = /[\ud800-\udfff]/u;

/** Applies all steps of a write to the parsed object, except those that involve other objects. */
function taken(type: CompiledType, object: JsonObject): JsonObject {
	type.applyDefaults(object);
	type.validate(object, undefined, { most: 100 });
	type.validate(object, structuredClone(object), { most: 100 });
	type.dropHeldBack(object);
	type.dropWriteOnly(object);
	const text = stringifyJson(object);
	const again = type.read(parseJson(text), { notices: [] });
	if (!isDeepStrictEqual(again, object)) throw new Broken(`read again, ${text.slice(0, 300)} is ${stringifyJson(again).slice(0, 300)}`);
	if (type.hasProtobuf && !broken.test(text)) type.decode(type.encode(object));
	return object;
}

const objects: FuzzedParser = {
	name: 'objects in JSON',
	seeds: typedTexts,
	words: [
		'"metadata":',
		'"spec":',
		'{',
		'}',
		'[',
		']',
		'null',
		'""',
		'"name":',
		'"managedFields":',
		'"1Ki"',
		'"2001-01-01T00:00:00Z"',
		'-1',
		'1e9',
		'true',
		...bodyTypes.map((type) => `${type}\n`),
	],
	run(input) {
		const { type, content } = typed(input);
		const schema = schemas.type(type);
		const notices: string[] = [];
		return taken(schema, schema.read(parseJson(content), { notices }));
	},
	refuses: isRefusal,
};

const withProtobuf = bodyTypes.filter((type) => schemas.type(type).hasProtobuf);

const messages: FuzzedParser = {
	name: 'objects in protobuf',
	seeds: withProtobuf.flatMap((type) =>
		samplesOf(type).map((object) => Buffer.concat([Buffer.from(`${type}\n`), wrapUnknown('v1', 'X', schemas.type(type).encode(object))])),
	),
	words: ['k8s\0', '\x0a', '\x12\x00', '\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01', '\x80', '\x0b', '\x0c', '\x0f', ...bodyTypes.map((type) => `${type}\n`)],
	run(input) {
		const { type, content } = typed(input);
		const schema = schemas.type(type);
		if (!schema.hasProtobuf) return undefined;
		return taken(schema, schema.decode(unwrapUnknown(content).raw));
	},
	refuses: isRefusal,
};

export const bodies: readonly FuzzedParser[] = [objects, messages];
