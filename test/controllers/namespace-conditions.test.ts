import { describe, expect, test } from 'vitest';
import { type Remains, withConditions } from '../../runtime/controllers/namespace-conditions.ts';

const nothing: Remains = { failures: [], resources: new Map(), finalizers: new Map() };
const long = '2020-01-01T00:00:00Z';
const now = '2020-01-02T00:00:00Z';
const [failed, remaining] = ['NamespaceDeletionContentFailure', 'NamespaceContentRemaining'];

describe('conditions of a namespace', () => {
	test('list the failures of deletion in order', () => {
		const { conditions = [] } = withConditions({ phase: 'Terminating' }, { ...nothing, failures: ['secrets: b', 'configmaps: a'] }, now);
		expect(conditions.find(({ type }) => type === failed)).toMatchObject({
			status: 'True',
			reason: 'ContentDeletionFailed',
			message: 'Failed to delete all resource types, 2 remaining: configmaps: a, secrets: b',
		});
	});
	test('a time changes with the status, and only then; conditions of others stay where they are', () => {
		const before = [
			{ type: 'Other', status: 'True' },
			{ type: remaining, status: 'True', lastTransitionTime: long, reason: 'SomeResourcesRemain', message: 'old' },
			{ type: failed, status: 'True', lastTransitionTime: long, reason: 'ContentDeletionFailed', message: 'old' },
		];
		const { phase, conditions = [] } = withConditions({ phase: 'Terminating', conditions: before }, { ...nothing, resources: new Map([['pods.', 2]]) }, now);
		expect(phase).toBe('Terminating');
		expect(conditions.slice(0, 3)).toEqual([
			before[0],
			{ ...before[1], message: 'Some resources are remaining: pods. has 2 resource instances' },
			expect.objectContaining({ type: failed, status: 'False', lastTransitionTime: now }),
		]);
		expect(conditions).toHaveLength(6);
	});
	test('the same round gives the same status', () => {
		const once = withConditions({ phase: 'Terminating' }, nothing, now);
		expect(withConditions(once, nothing, now)).toEqual(once);
	});
});
