/** Tests what the side column holds of an object, and the uid that is read from its bytes. */
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import type { ServedResource } from '../../runtime/serving/resource.ts';
import { parseSide } from '../../runtime/storage/side.ts';
import { storedForm } from '../../runtime/verbs/write/stored-form.ts';
import { uidIn } from '../../runtime/watch/objects/splice.ts';

const uid = '6d1c8f5e-3f10-4c05-b0f1-2f0c0d7e1a11';
const time = '2026-01-01T00:00:00Z';
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' };
const resource = { kind: { selectableFields: ['spec.node'] }, storedVersion: 'v1#0' } as unknown as ServedResource;

function stored(metadata: JsonObject, rest: JsonObject = {}): JsonObject {
	return { kind: 'ConfigMap', apiVersion: 'v1', metadata: { name: 'x', namespace: 'default', uid, ...metadata }, ...rest };
}

const none = { labels: {}, fields: {}, ownership: undefined };

describe('the side column', () => {
	it.each<[string, JsonObject, object]>([
		['nothing', stored({}), none],
		[
			'labels and fields',
			stored({ labels: { constructor: 'a' } }, { spec: { node: 'n' } }),
			{ ...none, labels: { constructor: 'a' }, fields: { 'spec.node': 'n' } },
		],
		[
			'owners',
			stored({ ownerReferences: [owner, { ...owner, blockOwnerDeletion: true }], finalizers: ['orphan'] }),
			{
				...none,
				ownership: {
					owners: [
						{ ...owner, blocks: false },
						{ ...owner, blocks: true },
					],
					deletionTimestamp: '',
					propagation: 'Orphan',
				},
			},
		],
		['a deletion', stored({ deletionTimestamp: time }), { ...none, ownership: { owners: [], deletionTimestamp: time, propagation: 'Background' } }],
		[
			'a deletion that waits for dependents',
			stored({ deletionTimestamp: time, finalizers: ['x/y', 'foregroundDeletion'] }),
			{ ...none, ownership: { owners: [], deletionTimestamp: time, propagation: 'Foreground' } },
		],
		['a finalizer alone', stored({ finalizers: ['foregroundDeletion'] }), none],
	])('has %s', (_, object, side) => {
		expect(parseSide(storedForm(object, resource).side)).toEqual(side);
	});

	it('of the first layout has labels and fields', () => {
		expect(parseSide('{"l":{"a":"b"},"f":{"c":"d"}}')).toEqual({ labels: { a: 'b' }, fields: { c: 'd' }, ownership: undefined });
		expect(parseSide('')).toEqual(none);
	});
});

describe('the uid of a stored object', () => {
	it.each<[string, JsonObject, string]>([
		['is that of its metadata', stored({}, { data: { uid: 'other' } }), uid],
		['is missing', { metadata: { name: 'uid', labels: { uid: 'x' } }, data: { uid: 'x' } }, ''],
		['comes behind a name that looks like one', { kind: 'uid', metadata: { name: '"uid":"x"', uid } }, uid],
	])('%s', (_, object, found) => {
		expect(uidIn(Buffer.from(JSON.stringify(object)))).toBe(found);
	});
});
