/** Metadata that the garbage collector reads from a stored object without parsing it. */
import { describe, expect, it } from 'vitest';
import { isDeletionMarked, mayHaveOwnersOrDeletion, uidOf } from '../../runtime/controllers/garbage-collector/references.ts';
import type { CachedObject } from '../../runtime/watch/contract.ts';

const uid = '6d1c8f5e-3f10-4c05-b0f1-2f0c0d7e1a11';
const time = '2026-01-01T00:00:00Z';
const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' };

/** Returns an object with the stored member order. */
function stored(metadata: object, rest: object = {}): CachedObject {
	const all = { name: 'x', namespace: 'default', uid, generation: 1, creationTimestamp: time, ...metadata };
	return { bytes: Buffer.from(JSON.stringify({ kind: 'ConfigMap', apiVersion: 'v1', metadata: all, ...rest })) } as CachedObject;
}

describe('the ownership state of a stored object', () => {
	it.each<[string, CachedObject, { marked: boolean; between: boolean }]>([
		['nothing', stored({}), { marked: false, between: false }],
		['that it is being deleted', stored({ deletionTimestamp: time, deletionGracePeriodSeconds: 0 }), { marked: true, between: true }],
		['the same, created at no known time', stored({ creationTimestamp: undefined, deletionTimestamp: time }), { marked: true, between: true }],
		['that somebody owns it', stored({ ownerReferences: [owner] }), { marked: false, between: true }],
		['owners behind much else', stored({ annotations: { a: 'Timestamp'.repeat(1000) }, ownerReferences: [owner] }), { marked: false, between: true }],
		[
			'who owns the field of a deletion',
			stored({ managedFields: [{ fieldsV1: { 'f:deletionTimestamp': {}, 'f:lastTimestamp': {} } }] }),
			{ marked: false, between: false },
		],
		['other times', stored({ annotations: { daylightsTimestamp: time, dTimestamp: time } }), { marked: false, between: false }],
		[
			'a deletion of something else, further on',
			stored({ labels: { a: 'x'.repeat(600) } }, { data: { deletionTimestamp: time } }),
			{ marked: false, between: false },
		],
	])('%s', (_, object, { marked, between }) => {
		expect([isDeletionMarked(object), mayHaveOwnersOrDeletion(object), uidOf(object)]).toEqual([marked, between, uid]);
	});

	it('is empty for an object without a uid', () => {
		const object = { bytes: Buffer.from('{"metadata":{"name":"uid"}}') } as CachedObject;
		expect([isDeletionMarked(object), mayHaveOwnersOrDeletion(object), uidOf(object)]).toEqual([false, false, '']);
	});
});
