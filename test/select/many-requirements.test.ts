/** Tests selectors of many requirements: they equal the conjunction of the single ones, and read an object a few times only. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseFieldSelector, parseLabelSelector, type Selectable } from '../../runtime/select/index.ts';
import { manyPredicate } from '../../runtime/select/many-requirements.ts';
import { type Operator, type Requirement, requirementPredicate, requirementText } from '../../runtime/select/requirement.ts';
import { TextSet } from '../../runtime/select/text-set.ts';
import { runs } from '../setup/sample.ts';
import { longSelectors } from './long-selectors.ts';

const object = (labels: Record<string, string>, name = 'n'): Selectable => ({ namespace: 'ns', name, labels, fields: {} });

/** Few keys and values, so that requirements share keys, agree and contradict each other. */
const keys = ['a', 'ab', 'b', 'example.com/a', 'constructor'];
const integers = ['-9223372036854775808', '-1', '0', '1', '5', '+5', '9223372036854775807'];
const values = ['', 'x', 'xy', 'y', ...integers];
const value = fc.constantFrom(...values);
const requirement: fc.Arbitrary<Requirement> = fc.record({ key: fc.constantFrom(...keys), operator: fc.constantFrom<Operator>('exists', '!') }).chain((bare) =>
	fc.oneof(
		fc.constant({ ...bare, values: [] }),
		fc.record({ key: fc.constant(bare.key), operator: fc.constantFrom<Operator>('=', '==', '!='), values: fc.tuple(value) }),
		fc.record({
			key: fc.constant(bare.key),
			operator: fc.constantFrom<Operator>('in', 'notin'),
			values: fc.uniqueArray(value, { minLength: 1, maxLength: 6 }),
		}),
		fc.record({ key: fc.constant(bare.key), operator: fc.constantFrom<Operator>('gt', 'lt'), values: fc.tuple(fc.constantFrom(...integers)) }),
	),
);
const labels = fc.dictionary(fc.constantFrom(...keys, 'other'), fc.constantFrom(...values, '9223372036854775808'));

describe('many requirements', () => {
	it('match as each single requirement does', () => {
		fc.assert(
			fc.property(fc.array(requirement, { maxLength: 6 }), fc.array(labels, { minLength: 1, maxLength: 8 }), (requirements, each) => {
				const alone = requirements.map(requirementPredicate);
				const together = manyPredicate(requirements);
				for (const some of each) {
					const one = object(some);
					expect(together(one)).toBe(alone.every((matches) => matches(one)));
				}
			}),
			{ numRuns: runs(2_000) },
		);
	});

	it('mean it as text too', () => {
		fc.assert(
			fc.property(fc.array(requirement, { minLength: 9, maxLength: 12 }), labels, (requirements, some) => {
				const valid = requirements.filter(({ values }) => !values.some((text) => /^[+-]/.test(text)));
				const { matches } = parseLabelSelector(valid.map(requirementText).join(','));
				expect(matches(object(some))).toBe(valid.map(requirementPredicate).every((matches) => matches(object(some))));
			}),
			{ numRuns: runs(500) },
		);
	});

	const absent = Array.from({ length: 20 }, (_, i) => `!a${i}`).join(',');
	it.each<[string, Record<string, string>, boolean]>([
		[absent, { app: 'web' }, true],
		[absent, { app: 'web', a19: '' }, false],
		[`${absent},app`, {}, false],
		[`${absent},a1`, { a1: '' }, false],
		[`${absent},a1`, {}, false],
		[`${absent},app=web`, { app: 'web' }, true],
		[`${absent},app=web,app=api`, { app: 'web' }, false],
		[`${absent},app in (web,api),app!=api`, { app: 'api' }, false],
		[`${absent},app in (web,api),app!=api`, { app: 'web' }, true],
		[`${absent},app in (web,api),app in (api,db)`, { app: 'web' }, false],
		[`${absent},app in (web,api),app in (api,db)`, { app: 'api' }, true],
		[`${absent},n>1,n<3`, { n: '2' }, true],
		[`${absent},n>1,n<3`, { n: '3' }, false],
		[`${absent},n>1,n<3`, { n: 'x' }, false],
		[`${absent},n>9223372036854775807`, { n: '9223372036854775807' }, false],
		[`${absent},n>9223372036854775807,n>1`, { n: '2' }, false],
	])('%s on %o: %s', (text, some, expected) => {
		expect(parseLabelSelector(text).matches(object(some))).toBe(expected);
	});

	it('on one field use a lookup', () => {
		const { matches } = parseFieldSelector(['metadata.name!=a', 'metadata.name!=b', 'metadata.namespace=ns'].join(','), []);
		expect(['a', 'b', 'c'].map((name) => matches(object({}, name)))).toEqual([false, false, true]);
		const contradictory = parseFieldSelector('metadata.name=a,metadata.name=b', []);
		expect(['a', 'b'].map((name) => contradictory.matches(object({}, name)))).toEqual([false, false]);
		expect(parseFieldSelector('metadata.name=a,metadata.name=a', []).matches(object({}, 'a'))).toBe(true);
	});
});

describe('a set of texts', () => {
	it('has exactly its elements', () => {
		fc.assert(
			fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 4 })), fc.array(fc.string({ unit: 'binary', maxLength: 4 })), (given, others) => {
				const set = new TextSet(given);
				expect(set.size).toBe(new Set(given).size);
				for (const text of [...given, ...others, '']) expect(set.has(text)).toBe(given.includes(text));
			}),
		);
	});
});

describe('selectors as long as a query may be', () => {
	it.each(longSelectors)('with %s read each label of an object a few times', (_, text) => {
		const all: Record<string, string> = { app: 'web', tier: 'front', release: 'r1', a: 'b', zone: 'z' };
		let reads = 0;
		const labels = new Proxy(all, {
			get: (target, key) => {
				reads++;
				return Reflect.get(target, key);
			},
			getOwnPropertyDescriptor: (target, key) => {
				reads++;
				return Reflect.getOwnPropertyDescriptor(target, key);
			},
		});
		parseLabelSelector(text).matches(object(labels));
		expect(reads).toBeLessThan(20);
	});
});
