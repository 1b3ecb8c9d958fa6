import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { proto } from '../../../generator/emit/proto.ts';
import type { EmittedFile, Model } from '../../../generator/model.ts';
import type { Catalog, Field, TypeDescriptor } from '../../../runtime/model/catalog.ts';
import { model as fixture, kubernetes } from './fixture.ts';
import { builtInModel, references, referencesAreThere } from './reference-documents.ts';

/** Message fields as `name: label type = number`. */
type Messages = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Alpha fields of 1.25 that a later release removed, with their numbers. */
const removed: ReadonlySet<string> = new Set(['PersistentVolumeClaimStatus.resizeStatus']);

/** Parses the subset of protobuf that both sides write; throws on unknown syntax. */
function parse(text: string): { readonly package: string; readonly imports: readonly string[]; readonly messages: Messages } {
	const messages = new Map<string, Map<string, string>>();
	const imports: string[] = [];
	let packageName = '';
	let fields: Map<string, string> | undefined;
	for (const raw of text.replaceAll(/\/\*[\s\S]*?\*\//g, '').split('\n')) {
		const line = raw.replace(/\/\/.*$/, '').trim();
		if (line === '' || line === 'syntax = "proto2";' || line.startsWith('option ') || line.startsWith('reserved ')) continue;
		const message = /^message (\w+) \{(\})?$/.exec(line);
		const field = /^(?:(optional|repeated|required) )?((?:map<[^>]*>)|[.\w]+) (\w+) = (\d+)(?: \[.*\])?;$/.exec(line);
		if (line.startsWith('package ')) packageName = line.slice('package '.length, -1);
		else if (line.startsWith('import ')) imports.push(line.slice('import "'.length, -2));
		else if (message) {
			fields = new Map();
			messages.set(message[1] ?? '', fields);
		} else if (field && fields) {
			const [, label = '', type = '', name = '', number = ''] = field;
			// Compares types by name only, because a type may be named from the root or from its own package.
			fields.set(name, `${label} ${type.replaceAll(/(?<=^|[<, ])\.?(?:\w+\.)+(\w+)/g, '$1')} = ${number}`.trim());
		} else if (line === '}') fields = undefined;
		else throw new Error(`cannot read ${JSON.stringify(line)}`);
	}
	return { package: packageName, imports, messages };
}

describe('protobuf definitions', () => {
	it('import what they use, and every name that they use exists', async () => {
		const files = await proto.emit(fixture);
		const parsed = new Map(files.map(({ path, content }) => [path.replace(/^proto\//, ''), parse(content)]));
		for (const [path, { imports, messages }] of parsed) {
			for (const imported of imports) expect(parsed.has(imported), `${path} imports ${imported}`).toBe(true);
			const known = new Set([path, ...imports].flatMap((each) => [...(parsed.get(each)?.messages.keys() ?? [])]));
			for (const fields of messages.values()) {
				for (const text of fields.values()) {
					for (const [type] of text.split(' = ')[0]?.matchAll(/\b[A-Z]\w*/g) ?? []) expect(known.has(type), `${path}: ${text}`).toBe(true);
				}
			}
		}
		expect(parsed.get('tools/v1/generated.proto')?.package).toBe('com.example.tools.v1');
		expect(parsed.get('tools/v1/generated.proto')?.messages.get('GadgetSpec')?.get('source')).toBe('optional GadgetSource = 5');
	});
});

describe('protobuf definitions of types without a number for everything', () => {
	it('are left out, with those of the types that hold them', async () => {
		const open = { kind: 'struct', type: 'tools/v1.Open' } as const;
		const type = (name: string, fields: readonly Field[]): TypeDescriptor => ({ name, fields, openapi: name });
		const types = [
			...fixture.catalog.typeNames.map((name) => fixture.catalog.type(name)),
			type('tools/v1.Open', [{ name: 'free', schema: { kind: 'any' } }]),
			{ ...type('tools/v1.Loose', []), preserveUnknown: true },
			type('tools/v1.Holder', [{ name: 'opens', schema: { kind: 'list', items: open }, number: 1 }]),
		];
		const byName = new Map(types.map((each) => [each.name, each]));
		const catalog: Catalog = { ...fixture.catalog, typeNames: [...byName.keys()], type: (name) => byName.get(name) as TypeDescriptor };
		const files = await proto.emit({ ...fixture, catalog });
		const { messages } = parse(files.find(({ path }) => path.includes('tools/v1'))?.content ?? '');
		expect(messages.has('GadgetSpec')).toBe(true);
		expect(messages.has('Open')).toBe(false);
		expect(messages.has('Loose')).toBe(false);
		expect(messages.has('Holder')).toBe(false);
	});
});

describe.skipIf(!referencesAreThere)('real protobuf definitions', () => {
	let model: Model;
	let files: readonly EmittedFile[];
	beforeAll(async () => {
		model = await builtInModel();
		files = await proto.emit({ ...model, vocabularies: [kubernetes] });
	});

	it('have the same messages, numbers, types and labels', () => {
		let compared = 0;
		const wrong: string[] = [];
		for (const { path, content } of files) {
			const [, folder = '', version = ''] = path.split('/');
			const places = ['newest', 'release-1.25'].map((release) => `${references}/protobuf/${release}/${folder}/${version}/generated.proto`);
			const ours = parse(content);
			// Some spellings come from a code generator; names are not on the wire.
			const theirs = places
				.filter((place) => existsSync(place))
				.map((place) =>
					parse(
						readFileSync(place, 'utf8')
							.replaceAll('aPIGroup', 'apiGroup')
							.replaceAll('uID', 'uid')
							.replaceAll(/ (Webhooks|Expression|Name) = /g, (name) => name.toLowerCase()),
					),
				);
			for (const [name, fields] of ours.messages) {
				const real = theirs.map(({ messages }) => messages.get(name)).filter((message) => message !== undefined);
				if (real.length === 0) continue;
				compared++;
				for (const [field, ours] of fields) {
					// A list as a map value becomes a message, whose name no client sees.
					const text = ours.replace('ExtraItems', 'ExtraValue');
					const found = real.map((message) => message.get(field));
					if (!found.includes(text)) wrong.push(`${folder}/${version} ${name}.${field}: ${text} instead of ${found.join(' or ')}`);
				}
				// Requires every field of a message that exists in 1.25; newer alpha fields may be missing.
				for (const field of real.at(-1)?.keys() ?? [])
					if (!fields.has(field) && !removed.has(`${name}.${field}`)) wrong.push(`${folder}/${version} ${name}.${field} is missing`);
			}
		}
		expect(wrong).toEqual([]);
		expect(compared).toBeGreaterThan(200);
	});
});
