/** What a conversion cannot bring back, and steps that would need an order: named by the check, and accepted only with a reason. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { makeModel } from '../../../generator/read/model.ts';
import { gadgetSources } from '../../setup/gadgets.ts';
import { base, edited } from '../fixture.ts';

function check(edit?: (text: string) => string): string[] {
	return makeModel([...base, ...gadgetSources(edit)]).diagnostics.map((one) => formatDiagnostic(one).split('\n')[0] ?? '');
}

/** Without what is accepted in one of the versions. */
const without = (accepted: string) => (text: string) => {
	expect(text).toContain(accepted);
	return text.replace(accepted, '');
};

describe('what does not come back', () => {
	it('is no error once it is accepted', () => expect(check()).toEqual([]));

	it('is named, each field by itself', () => {
		const found = check((text) => text.replace(/ {4}loses:\n(?: {6}.*\n)+/, '').replace(/ {4}loses: \{.*\n/, ''));
		const paths = (version: string) =>
			found.filter((line) => new RegExp(` does not come back from ${version}[:,]`).test(line)).map((line) => line.split(' ')[2]);
		expect(paths('v1')).toEqual([
			'spec.backend.timeout',
			'spec.extra',
			'spec.labels.note',
			'spec.mode',
			'spec.ports.protocol',
			'spec.ports.target.weight',
			'spec.retention.days',
			'spec.retention.policy.strict',
			'spec.rules.extra',
			'spec.secret',
			'status.detail',
		]);
		expect(paths('v1beta1')).toContain('spec.retention');
		expect(found.filter((line) => line.startsWith('gadgets/gadget.yaml:8:11: error: '))).toHaveLength(11);
	});

	it('is told apart when it stands in a list without keys', () => {
		expect(check(without('      spec.rules.extra: new in v2; a write through v1 that changes the rules loses it\n'))).toEqual([
			'gadgets/gadget.yaml:8:11: error: spec.rules.extra does not come back from v1, and is lost when a write through v1 changes the list that it is in: say under "converts" where it goes, or under "loses" why it is lost',
		]);
	});

	it('is not accepted for what comes back', () => {
		expect(check((text) => text.replace('spec.extra: new', 'spec.size: new')).map((line) => line.replace(/^.*error: /, ''))).toEqual([
			'spec.extra does not come back from v1: who reads v1 does not see it, and a write through v1 leaves it as it is: say under "converts" where it goes, or under "loses" why it is lost',
			'"loses" names spec.size, of which nothing is lost',
		]);
	});
});

describe('steps that would need an order', () => {
	it.each([
		[
			'two from one place',
			'- {here: spec.level, storage: spec.retention.policy.level}',
			'- {here: spec.copies, storage: spec.retention.policy.level}',
			'two steps are about spec.copies',
		],
		[
			'two to one place',
			'- {here: spec.level, storage: spec.retention.policy.level}',
			'- {here: spec.level, storage: spec.retention.copies}',
			'two steps are about spec.retention.copies',
		],
		[
			'one to where another field stays',
			'- {here: spec.copies, storage: spec.retention.copies}',
			'- {here: spec.copies, storage: spec.size}',
			'spec.size is a field of this version as well',
		],
	])('%s', (_, from, to, expected) => {
		const found = check((text) => edited(from, to, text));
		expect(found.some((line) => line.includes(expected))).toBe(true);
	});
});
