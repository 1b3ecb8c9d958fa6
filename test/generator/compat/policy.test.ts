/** The rules of seed 1, section "Versioning": for each, a case that breaks it and a case that just satisfies it. */
import { describe, expect, it } from 'vitest';
import { formatDiagnostic } from '../../../generator/read/diagnostics/diagnostic.ts';
import { type BellOptions, bell, changesOf, comparisonOf, lockOf } from './locked.ts';

const name = 'bells.bells.example.com';
const v1 = '{name: v1, storage: true}';
const both: BellOptions = { versions: [v1, '{name: v1beta1}'], groupVersions: ['v1', 'v1beta1'] };

function broken(before: BellOptions, now: BellOptions): string[] {
	return changesOf(bell(before), bell(now)).filter((change) => change.includes('!'));
}

describe('rule 1: what a version has stays in it', () => {
	it('is broken by a removed field, and kept by a new version without it', () => {
		const before: BellOptions = {
			versions: [v1],
			groupVersions: ['v1'],
			fields: 'tone: {type: string, protobuf: 1}\n        size: {type: string, protobuf: 2}',
		};
		expect(broken(before, { ...before, fields: 'tone: {type: string, protobuf: 1}' })).toEqual(['bells/v1.BellSpec.size removed !1']);
		const second = `{name: v2alpha1, schema: {type: object, properties: {spec: {type: object, properties: {tone: {type: string}}}}}, loses: {spec.size: "Nobody needs it."}}`;
		expect(broken(before, { ...before, versions: [v1, second], groupVersions: ['v1', 'v2alpha1'] })).toEqual([]);
	});

	it('is broken by a removed kind', () => {
		const now = bell(both).filter(({ path }) => !path.startsWith('bells/'));
		expect(changesOf(bell(both), now).filter((change) => change.includes('!'))).toEqual(['group bells.example.com removed !1', `${name} removed !1`]);
	});

	it('does not apply to alpha versions', () => {
		const alpha: BellOptions = { versions: ['{name: v1alpha1, storage: true}'], groupVersions: ['v1alpha1'] };
		expect(
			changesOf(
				bell(alpha),
				bell(alpha).filter(({ path }) => !path.startsWith('bells/')),
			).filter((change) => change.includes('!')),
		).toEqual([]);
	});
});

describe('rule 2: nothing is lost between versions', () => {
	const renamed = (converts: string): BellOptions => ({
		versions: [
			v1,
			`{name: v1beta1, schema: {type: object, properties: {spec: {type: object, properties: {sound: {type: string}}}}}, converts: [${converts}], loses: {spec.tone: "A test.", spec.sound: "A test."}}`,
		],
		groupVersions: ['v1', 'v1beta1'],
	});
	const step = '{here: spec.sound, storage: spec.tone}';

	it('is broken by a removed conversion step, and kept by an added one', () => {
		const without = { ...renamed(''), versions: [v1, renamed('').versions[1]?.replace('converts: [], ', '') ?? ''] };
		const withStep = { ...renamed(step), versions: [v1, renamed(step).versions[1]?.replace(/, loses: .*$/, '}') ?? ''] };
		expect(broken(withStep, without)).toContain(`${name} version bells.example.com/v1beta1 converted !2`);
		expect(broken(without, withStep)).toEqual([]);
	});
});

describe('rule 3: nothing is deprecated in favour of what is less stable', () => {
	const deprecated = (version: string, replacement: string): BellOptions => ({
		versions: [`{name: ${version}, storage: true, deprecated: "1.24", replacement: ${replacement}}`, `{name: ${replacement}}`],
		groupVersions: [version, replacement],
	});
	const plain = (version: string, other: string): BellOptions => ({
		versions: [`{name: ${version}, storage: true}`, `{name: ${other}}`],
		groupVersions: [version, other],
	});

	it.each([
		['v1', 'v2beta1', true],
		['v1', 'v2alpha1', true],
		['v1beta1', 'v1alpha1', true],
		['v1', 'v2', false],
		['v1beta1', 'v1beta2', false],
		['v1beta1', 'v1', false],
		['v1alpha1', 'v1alpha2', false],
	])('%s in favour of %s: broken %j', (version, replacement, isBroken) => {
		expect(broken(plain(version, replacement), deprecated(version, replacement))).toEqual(
			isBroken ? [`${name} version bells.example.com/${version} deprecated !3`] : [],
		);
	});

	it('examines the remaining versions if no replacement is named', () => {
		const without = (version: string, other: string): BellOptions => ({
			...plain(version, other),
			versions: [`{name: ${version}, storage: true, deprecated: "1.24"}`, `{name: ${other}}`],
		});
		expect(broken(plain('v1', 'v2beta1'), without('v1', 'v2beta1'))).toEqual([`${name} version bells.example.com/v1 deprecated !3`]);
		expect(broken(plain('v1', 'v2'), without('v1', 'v2'))).toEqual([]);
	});
});

describe('rule 4: how long a version stays after its deprecation', () => {
	const life = (version: string, said: string): BellOptions => ({ versions: [v1, `{name: ${version}${said}}`], groupVersions: ['v1', version] });

	it.each([
		// 1.21 was released on 2021-04-08 and 1.24 on 2022-05-03: three releases and thirteen months.
		['v1beta1', ', deprecated: "1.21", removed: "1.24"', false],
		['v1beta1', ', deprecated: "1.22", removed: "1.24"', true],
		// Future releases are expected every four months: 1.26 to 1.29 takes twelve.
		['v1beta1', ', deprecated: "1.26", removed: "1.29"', false],
		['v1beta1', ', deprecated: "1.26", removed: "1.28"', true],
		['v1beta1', ', removed: "1.26"', true],
		['v2', ', deprecated: "1.20", removed: "1.26"', true],
		['v2', ', deprecated: "1.20", removed: "2.0"', false],
		['v2', ', deprecated: "1.20"', false],
		['v2alpha1', ', removed: "1.21"', false],
	])('%s%s: broken %j', (version, said, isBroken) => {
		expect(broken(life(version, ''), life(version, said))).toEqual(isBroken ? [`${name} version bells.example.com/${version} rescheduled !4`] : []);
	});

	it('months count as well as releases', () => {
		const quick = (sources: ReturnType<typeof bell>) =>
			sources.map((file) => (file.path === 'releases.yaml' ? { ...file, text: file.text.replace('"1.24": "2022-05-03"', '"1.24": "2021-12-31"') } : file));
		const now = life('v1beta1', ', deprecated: "1.21", removed: "1.24"');
		const [message] = comparisonOf([...quick(bell(now)), lockOf(quick(bell(life('v1beta1', ''))))]).diagnostics.map((one) => formatDiagnostic(one));
		expect(message).toContain('is beta, deprecated in 1.21, and would be removed in 1.24: only 8 of 9 months later, which breaks rule 4');
	});

	it('a version stays in the spec while a release serves it, and a storage version longer', () => {
		const gone: BellOptions = { versions: [v1], groupVersions: ['v1'] };
		const served = life('v1beta1', ', deprecated: "1.21", removed: "1.24"');
		expect(broken(served, gone)).toEqual([`${name} version bells.example.com/v1beta1 removed !4`]);
		const later = (sources: ReturnType<typeof bell>) =>
			sources.map((file) =>
				file.path === 'releases.yaml'
					? { ...file, text: file.text.replace('"1.20", "1.21", "1.22", "1.23", "1.24", ', '"1.24", ').replace('"1.24", "1.25"', '"1.24", "1.25"') }
					: file,
			);
		expect(changesOf(bell(served), later(bell(gone))).filter((change) => change.includes('!'))).toEqual([]);
		const before: BellOptions = { versions: ['{name: v1}', '{name: v1beta1, storage: true}'], groupVersions: ['v1', 'v1beta1'] };
		const moved: BellOptions = { versions: [v1, '{name: v1beta1, deprecated: "1.21", removed: "1.24"}'], groupVersions: ['v1', 'v1beta1'] };
		const lock = lockOf([...bell(moved), lockOf(bell(before))]);
		const [root] = comparisonOf([...later(bell(gone)), lock]).roots;
		expect(root?.changes.filter(({ rule }) => rule !== undefined).map(({ sort, rule }) => `${sort} ${rule}`)).toEqual(['stored 4']);
	});
});

describe('rule 5: what is preferred and stored was there before', () => {
	const storedInBeta: BellOptions = { versions: ['{name: v1}', '{name: v1beta1, storage: true}'], groupVersions: ['v1', 'v1beta1'] };
	const betaOnly: BellOptions = { versions: ['{name: v1beta1, storage: true}'], groupVersions: ['v1beta1'] };

	it('is broken by a version that is stored at once, and kept where both have been there', () => {
		expect(broken(betaOnly, { versions: ['{name: v1beta1}', v1], groupVersions: ['v1beta1', 'v1'] })).toEqual([`${name} stored !5`]);
		expect(broken(storedInBeta, both)).toEqual([]);
	});

	it('is broken by a version that is preferred at once, and kept where both have been there', () => {
		expect(broken(betaOnly, storedInBeta)).toEqual([`group bells.example.com preferred !5`, `${name} preferred !5`]);
		const behind: BellOptions = { versions: ['{name: v1beta1, storage: true}', '{name: v1}'], groupVersions: ['v1beta1', 'v1'] };
		expect(broken(behind, storedInBeta)).toEqual([]);
	});

	it('is broken where no release serves both', () => {
		const apart = (storage: 'v1' | 'v1beta1'): BellOptions => ({
			versions: [
				`{name: v1, introduced: "1.26"${storage === 'v1' ? ', storage: true' : ''}}`,
				`{name: v1beta1, deprecated: "1.21", removed: "1.26"${storage === 'v1beta1' ? ', storage: true' : ''}}`,
			],
			groupVersions: ['v1', 'v1beta1'],
		});
		expect(broken(apart('v1beta1'), apart('v1'))).toEqual([`${name} stored !5`]);
	});
});

describe('rule 8: feature gates', () => {
	const gate = (...stages: readonly string[]): BellOptions => ({ ...both, gates: stages.length === 0 ? '{}' : `{Loud: [${stages.join(', ')}]}` });
	const at = (from: string, stage: string, isOn: boolean) => `{from: "${from}", stage: ${stage}, default: ${isOn}}`;
	const alpha = at('1.20', 'alpha', false);

	it.each([
		['alpha and on', [at('1.20', 'alpha', true)], true],
		['alpha and off', [alpha], false],
		['beta and off', [alpha, at('1.21', 'beta', false)], true],
		['beta and on', [alpha, at('1.21', 'beta', true)], false],
		['stable and off', [at('1.21', 'stable', false)], true],
		['back to alpha', [at('1.21', 'beta', true), at('1.22', 'alpha', false)], true],
		// Two releases and six months after it became stable.
		['gone too soon after stable', [at('1.21', 'stable', true), at('1.22', 'removed', true)], true],
		['gone in time after stable', [at('1.21', 'stable', true), at('1.23', 'removed', true)], false],
		['beta, and gone without a word', [at('1.21', 'beta', true), at('1.23', 'removed', false)], true],
		['beta, and gone a release after its deprecation', [at('1.21', 'beta', true), at('1.22', 'deprecated', false), at('1.23', 'removed', false)], false],
		['alpha, and gone at once', [alpha, at('1.21', 'removed', false)], false],
	])('%s: broken %j', (_, stages, isBroken) => {
		expect(broken(gate(), gate(...stages))).toEqual(isBroken ? ['gate Loud gated !8'] : []);
	});

	it('may go from the calendar when its time is over', () => {
		expect(broken(gate(at('1.25', 'stable', true)), gate())).toEqual(['gate Loud removed !8']);
		expect(broken(gate(at('1.21', 'stable', true)), gate())).toEqual([]);
		expect(broken(gate(alpha), gate())).toEqual([]);
	});

	it('does not report changes that the lock already contains', () => {
		const odd = at('1.21', 'beta', false);
		expect(broken(gate(alpha, odd), gate(alpha, odd, at('1.23', 'beta', true)))).toEqual([]);
	});
});

describe('a break that is meant', () => {
	const before: BellOptions = { versions: [v1], groupVersions: ['v1'], fields: 'tone: {type: string, protobuf: 1}\n        size: {type: string, protobuf: 2}' };
	const gone: BellOptions = { ...before, fields: 'tone: {type: string, protobuf: 1}' };
	const accepting = (text: string): BellOptions => ({ ...gone, rest: `accepted: {${text}}\n` });
	const removed = '"bells/v1.BellSpec.size removed": "Nobody has used it."';
	const messages = (now: BellOptions, lock = lockOf(bell(before))) => comparisonOf([...bell(now), lock]).diagnostics.map(({ message }) => message);

	it('is an error with its place until a spec accepts it with a reason', () => {
		const [diagnostic, ...others] = comparisonOf([...bell(gone), lockOf(bell(before))]).diagnostics;
		expect(others).toEqual([]);
		expect(diagnostic?.position).toMatchObject({ file: 'bells/bell.yaml', line: 10 });
		expect(diagnostic?.message).toBe(
			'bells/v1.BellSpec.size is gone, which breaks rule 1 of the deprecation policy: keep it in this version, marked with "deprecated", and remove it in a new version; or accept it with its reason, as "bells/v1.BellSpec.size removed" under "accepted"',
		);
		expect(messages(accepting(removed))).toEqual([]);
	});

	it('is kept in the lock with its reason, and accepted once', () => {
		const lock = lockOf([...bell(accepting(removed)), lockOf(bell(before))]);
		expect(lock.text).toContain('accepted:\n  bells/v1.BellSpec.size removed: "Nobody has used it."\n');
		expect(messages(accepting(removed), lock)).toEqual([]);
		const back = lockOf([...bell(before), lock]);
		expect(back.text).toContain('bells/v1.BellSpec.size removed');
		expect(messages(accepting(removed), back)).toHaveLength(1);
		expect(messages(accepting('"bells/v1.BellSpec.size removed": "Again."'), back)).toEqual([]);
	});

	it('an acceptance without a broken rule is an error', () => {
		expect(messages(accepting(`${removed}, "bells/v1.BellSpec.tone removed": "A mistake."`))).toEqual([
			'no broken rule has the name "bells/v1.BellSpec.tone removed": orch diff lists the names; remove this entry if none applies',
		]);
	});
});
