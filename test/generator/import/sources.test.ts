/** Readers of the sources that accompany a document. */
import { describe, expect, it } from 'vitest';
import { findDefinition, keyOf } from '../../../generator/import/document.ts';
import { readGoTypes } from '../../../generator/import/go-types.ts';
import { parseKind } from '../../../generator/import/kinds.ts';
import { readProto } from '../../../generator/import/protos.ts';
import { neutralGroup, packageOf, vocabularyOf } from '../../../generator/import/roles.ts';
import { fixtureDocument, vocabulary } from './fixture.ts';

describe('Go declarations', () => {
	const { structs, enums } = readGoTypes([
		`
// Mode of a thing.
// +enum
type Mode string
type Open string
const ModeA Mode = "a"
const (
	// ModeB is a comment: type Trap struct {
	ModeB Mode = "b" // more
	OpenA Open = "x"
)
type Thing struct {
	metav1.TypeMeta \`json:",inline"\`
	Source \`json:",inline" protobuf:"bytes,2,opt,name=source"\`
	// Old is gone. Other string \`json:"trap"\`
	Modes []Mode \`json:"modes,omitempty" protobuf:"bytes,3,rep,name=modes,casttype=Mode"\`
	Size *int64 \`json:"size" protobuf:"varint,1,opt,name=size"\`
	Skipped string \`json:"-"\`
	private string
}
`,
	]);

	it('reads order, pointers, omission, embedding and numbers', () => {
		expect(structs.get('Thing')).toEqual([
			{ name: '', type: 'metav1.TypeMeta', pointer: false, omitEmpty: false, embedded: true },
			{ name: '', type: 'Source', pointer: false, omitEmpty: false, embedded: true, number: 2, protobufName: 'source' },
			{ name: 'modes', type: '[]Mode', pointer: false, omitEmpty: true, embedded: false, number: 3, protobufName: 'modes' },
			{ name: 'size', type: 'int64', pointer: true, omitEmpty: false, embedded: false, number: 1, protobufName: 'size' },
		]);
	});

	it('reads the values of closed sets only', () => {
		expect([...enums]).toEqual([['Mode', ['a', 'b']]]);
	});

	it('ignores declarations in comments', () => {
		expect([...structs.keys()]).toEqual(['Thing']);
	});
});

describe('.proto files', () => {
	it('read to messages with numbers', () => {
		const messages = readProto(
			'message A {\n  // optional string trap = 9;\n  optional .x.y.B b = 2;\n\n  map<string, bytes> data = 3;\n  repeated string names = 4;\n}\nmessage Empty {\n}\n',
		);
		expect(messages.get('A')).toEqual([
			{ name: 'b', type: 'x.y.B', number: 2, repeated: false },
			{ name: 'data', type: 'map<string, bytes>', number: 3, repeated: true },
			{ name: 'names', type: 'string', number: 4, repeated: true },
		]);
		expect(messages.get('Empty')).toEqual([]);
	});
});

describe('documents', () => {
	it('find a type in the raw and in the processed form', () => {
		const key = { package: 'shop', version: 'v1', name: 'Line' };
		expect(findDefinition(fixtureDocument('document.json'), key)?.required).toEqual(['item']);
		expect(findDefinition(fixtureDocument('base.json'), key)?.required).toEqual(['item']);
		expect(findDefinition(fixtureDocument('base.json'), { ...key, name: 'Nothing' })).toBeUndefined();
	});

	it.each([
		['io.k8s.api.core.v1.Pod', { package: 'core', version: 'v1', name: 'Pod' }],
		['v1.Pod', { package: '', version: 'v1', name: 'Pod' }],
	])('%s is taken apart', (name, key) => expect(keyOf(name)).toEqual(key));

	it.each([
		['apps/v1/Deployment', { group: 'apps', version: 'v1', kind: 'Deployment' }],
		['v1/Pod', { group: '', version: 'v1', kind: 'Pod' }],
		['/v1/Pod', { group: '', version: 'v1', kind: 'Pod' }],
		['Pod', undefined],
		['a/b/c/d', undefined],
	])('the kind %s', (text, kind) => expect(parseKind(text)).toEqual(kind));
});

describe('names by role', () => {
	it.each([
		['storage.k8s.io', 'storage.{groupDomain}', 'storage'],
		['apps', 'apps', 'apps'],
		['', '', 'core'],
		['example.com', 'example.com', 'example.com'],
	])('group %j', (group, neutral, folder) => {
		expect(neutralGroup(group, vocabulary)).toBe(neutral);
		expect(packageOf(group, vocabulary)).toBe(folder);
	});

	it('follow the vocabulary that the document speaks', () => {
		const other = { ...vocabulary, name: 'orch', product: 'orch' };
		expect(vocabularyOf(fixtureDocument('document.json'), [other, vocabulary])?.name).toBe('kubernetes');
		expect(vocabularyOf(fixtureDocument('base.json'), [])).toBeUndefined();
	});
});
